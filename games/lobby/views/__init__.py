"""The first page, the lobby, waiting rooms."""
