"""What other programs read again and again: a calendar of one's deadlines, an Atom feed of somebody's matches."""
