"""What a browser says of the talk it shows: read with suspicion, never trusted."""

import json

LONGEST_MESSAGE = 1_000
MOST_DIGITS = 18


def read_line(message: str) -> int | None:
    """Return the latest line that a browser says it shows: `{"number": 12, "version": 0, "line": 7}`."""
    try:
        return read_line_number(str(json.loads(message[:LONGEST_MESSAGE])["line"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def read_line_number(text: str) -> int | None:
    """Return the number of a line in an address; None where it makes no sense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
