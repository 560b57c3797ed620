"""What the rules page shows: the words and numbers of an edition, and examples played by the rules."""
