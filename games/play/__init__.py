"""A match in play: the one service for moves, clocks and deadlines, stand-ins, AI turns, downtime."""
