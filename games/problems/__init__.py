"""The problem of the day: a position from a real match with one clearly best answer, and how others did."""
