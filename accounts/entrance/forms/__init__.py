"""The forms of coming in, in our words."""
