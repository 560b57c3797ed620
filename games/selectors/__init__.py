"""Reads: the lobby, a table, a person's matches; one file a topic."""
