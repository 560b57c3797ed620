// table-motion
