"""The row of a match in the books."""

from collections.abc import Iterable

from games.ai.measured import rating_of
from games.models import Seat
from leaderboard.elo import POINT
from leaderboard.models import Tally
from leaderboard.selectors.matches import MatchEnd


def open_tallies(matches: Iterable[MatchEnd]) -> None:
    """Write a row for each match, with the strength of its AI levels as of now; a row that is there keeps its own."""
    ends = {match_id: ended_at for ended_at, match_id in matches}
    anchors: dict[int, dict[str, int]] = {match_id: {} for match_id in ends}
    for match_id, level in Seat.objects.filter(match__in=ends).exclude(ai_level="").values_list("match", "ai_level"):
        anchors[match_id][level] = rating_of(level) * POINT
    rows = (Tally(match_id=pk, ended_at=ended_at, anchors=anchors[pk]) for pk, ended_at in ends.items())
    Tally.objects.bulk_create(rows, ignore_conflicts=True)
