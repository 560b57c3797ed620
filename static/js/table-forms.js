// table-forms
