"""How long slow matches take, and how often they need people: whole ones in simulated time, by the real services."""
