"""Becoming somebody here."""
