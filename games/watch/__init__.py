"""Watching: the public matches in play, and one of them in the light."""
