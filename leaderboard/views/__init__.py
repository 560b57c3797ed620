"""Pages about how people stand."""
