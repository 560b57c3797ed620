"""Public pages of people, language and theme."""
