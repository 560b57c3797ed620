"""What other programs read again and again: a calendar of what is due, an Atom feed of matches."""
