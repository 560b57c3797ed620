"""Words of our own for templates."""
