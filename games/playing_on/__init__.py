"""What if: a position of a finished match, or of a record, becomes a table against AIs."""
