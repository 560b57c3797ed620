"""Everything that writes a match in play; each function is one transaction with one lock."""
