"""Everything that writes matches, one file a topic; each function is one transaction with one outcome."""
