"""What other programs read again and again: a calendar of deadlines and tournaments, an Atom feed of somebody's matches."""
