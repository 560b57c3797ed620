"""People in the admin, and what those who look after the house do about them."""

from accounts.admin import care, people, records

__all__ = ["care", "people", "records"]
