"""How the address of a table goes on: a table that is found by link only keeps its token from page to page."""

from django.utils.http import urlencode


def address_end(**said: str | int) -> str:
    """The part after the question mark, without what is empty."""
    query = urlencode({name: value for name, value in said.items() if value})
    return f"?{query}" if query else ""
