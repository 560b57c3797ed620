"""Everything that changes people."""
