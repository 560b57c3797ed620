// table-turn
