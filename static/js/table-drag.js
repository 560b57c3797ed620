// table-drag
