"""What stands beside the board for one viewer: what was said, who is looking, and what came since."""
