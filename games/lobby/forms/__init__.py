"""What people fill in: a new table, a quick start."""
