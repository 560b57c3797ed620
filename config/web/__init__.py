"""The web server: Daphne, with limits on what strangers may send it."""
