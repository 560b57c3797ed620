// table-log
