// table-morph
