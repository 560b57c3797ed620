"""Imposing and lifting sanctions, and appeals."""
