"""One viewer's table: what `view` lets through, with words, totals and legal answers attached, ready to be drawn."""

from games.table.table import Table, build_table

__all__ = ["Table", "build_table"]
