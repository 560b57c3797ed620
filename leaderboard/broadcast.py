"""Telling browsers that the rankings are not as they were."""

from games.broadcast import tell

RANKINGS = "rankings"


def announce_rankings() -> None:
    """Tell every open page of the rankings; each asks for its own part again."""
    tell(RANKINGS, {"type": "rankings.changed"})
