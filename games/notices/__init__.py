"""The bell above every page: what waits for somebody, and what has happened."""
