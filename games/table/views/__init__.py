"""The table page, and what people do on it."""
