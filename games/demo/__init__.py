"""A demonstration: a few players, matches at telling moments, and something to moderate."""
