"""Brains: see a view, answer with a move. No Django, and nothing of a match that its seat may not know."""
