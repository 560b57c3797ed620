"""Bans, mutes and other sanctions, appeals, and who is kept out."""
