"""How players stand: listens to games and is not known by it."""
