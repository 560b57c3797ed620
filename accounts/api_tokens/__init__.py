"""Tokens by which programs act for people and bots."""
