"""Opening tables, sitting down, inviting, starting, giving up."""
