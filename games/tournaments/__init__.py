"""Tournaments: duplicate deals, the Swiss system, leagues."""
