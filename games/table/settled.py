"""What was just stored in this process, for whoever draws it: read from memory instead of the database.

Kept for tables that somebody here looks at, and only the latest moment of each. It never decides anything: moves are
played on what is read under the lock.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.dispatch import receiver

from config.prepared import Prepared
from games.models import Match, PlayedMove, Seat
from games.play.services.locking import seats_in_play
from games.signals import entries_played


class Settled(NamedTuple):
    """A match right after its latest entries."""

    match: Match
    seats: Sequence[Seat]
    moves: Sequence[PlayedMove]


# How many pages of this process show each table.
watched: Final[Counter[int]] = Counter()
_latest: Final[dict[int, Settled]] = {}

# Where it was another process that played.
_matches = Prepared(lambda pk: Match.objects.filter(pk=pk))
_moves_between = Prepared(
    lambda match, since, until: PlayedMove.objects.filter(match=match, number__gt=since, number__lte=until).order_by(
        "-number"
    )
)


@receiver(entries_played)
def keep_for_drawing(match: Match, seats: Sequence[Seat], moves: Sequence[PlayedMove], **kwargs: Any) -> None:
    """Keep what was stored, if somebody here will see it drawn."""
    if watched[match.pk]:
        _latest[match.pk] = Settled(match, seats, moves)


def watch(match_id: int) -> None:
    """Count a page that shows a table."""
    watched[match_id] += 1


def stop_watching(match_id: int) -> None:
    """Count a page less; what nobody here looks at is forgotten."""
    watched[match_id] -= 1
    if watched[match_id] <= 0:
        del watched[match_id]
        _latest.pop(match_id, None)


def read_match(match_id: int, number: int, version: int) -> Match:
    """Return the match as it stands, which is at least as new as this number and version."""
    settled = _latest.get(match_id)
    if settled is not None and (settled.match.number, settled.match.version) == (number, version):
        return settled.match
    match = _matches.first(match_id)
    if match is None:
        raise Match.DoesNotExist
    return match


def latest_of(match_id: int) -> Match | None:
    """Return the match as it was last stored here; None where that is not remembered."""
    settled = _latest.get(match_id)
    return None if settled is None else settled.match


def settled_seats(match: Match) -> Sequence[Seat]:
    """Return the seats of a match in order, with their banks as they are now."""
    settled = _latest.get(match.pk)
    return settled.seats if settled is not None and settled.match is match else seats_in_play(match)


def settled_moves(match: Match) -> Sequence[PlayedMove]:
    """Return the latest entries of a match, newest first; none where they are not remembered."""
    settled = _latest.get(match.pk)
    return settled.moves[::-1] if settled is not None and settled.match is match else ()


def moves_since(match: Match, since: int) -> Sequence[PlayedMove]:
    """Return the entries of a match after a number, newest first."""
    settled = settled_moves(match)
    if settled and settled[-1].number == since + 1:
        return settled
    return _moves_between(match.pk, since, match.number)
