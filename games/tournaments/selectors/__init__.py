"""What pages show of tournaments."""
