"""Pages of tournaments, and what people and hosts do there."""
