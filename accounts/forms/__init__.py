"""What people tell us about themselves."""
