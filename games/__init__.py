"""The game: rules, editions, AI, tables, and the site's pages about them."""
