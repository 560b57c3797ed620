"""What moves tell of fair play: who feeds whom, whose answers are a brain's, whose times are a clock's. No Django here."""
