"""What moves tell of fair play: who feeds whom, whose answers are a brain's, whose times a clock's. No Django."""
