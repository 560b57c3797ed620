"""What people change about themselves and about others."""
