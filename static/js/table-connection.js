// table-connection
