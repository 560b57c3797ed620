"""Taking one's data along, and going for good."""
