"""Thanks after a match: a small, honest word about how somebody plays, beside how reliable they are."""
