"""A match in play: the one door for moves, clocks and deadlines, stand-ins, AI turns, downtime."""
