"""People in the admin, and what staff do about them."""

from accounts.admin import care, people, records

__all__ = ["care", "people", "records"]
