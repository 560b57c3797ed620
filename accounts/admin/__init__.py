"""People in the admin, and what staff do about them."""

from accounts.admin import care, columns, people, records

__all__ = ["care", "columns", "people", "records"]
