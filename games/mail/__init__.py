"""What games write to people."""
