"""The HTTP API: programs read tables and play for whoever gave them a token, by the same doors as pages."""
