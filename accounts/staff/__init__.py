"""The admin site, its trace, announcements, and where people come from."""
