"""Bans, mutes and other sanctions, appeals, and what a ban bars."""
