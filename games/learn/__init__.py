"""What one can read: the rules, the guide, how strong the AI is."""
