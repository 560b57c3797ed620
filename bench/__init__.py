"""Benchmarks: each module with a `run()` measures one thing and prints it."""
