"""Writes about how people stand."""
