"""What staff do about reports, talk and matches, each act traced."""
