"""What the rules page shows: the edition's words and numbers, and examples played by the rules themselves."""
