"""Reads about how people stand."""
