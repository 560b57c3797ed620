"""Mail as rows: written with what causes it, worded when it goes out."""
