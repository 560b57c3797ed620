// table-tabs
