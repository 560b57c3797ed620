"""Finding a live table: people say what they would like, and are brought together."""
