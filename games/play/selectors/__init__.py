"""Reads about a match in play: who may see it, whose turn is due."""
