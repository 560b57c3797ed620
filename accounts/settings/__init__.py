"""How I appear, and how I want the site."""
