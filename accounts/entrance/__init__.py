"""Coming in: registration, log-in, guests, second factors."""
