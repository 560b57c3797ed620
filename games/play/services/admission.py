"""Before the door: whether a move may come in at all, whatever the rules say of it. The caller holds the lock."""

from typing import Any

from games.models import Match, Seat
from games.play.services.deadlines import welcome_back
from games.play.services.locking import expect_playable


class TableMoved(Exception):
    """The move was meant for a table that has moved on; nothing was played."""


class MatchPaused(TableMoved):
    """The match stands still for a while; nothing was played."""


class NotAllowed(Exception):
    """The seat may not do that now; the message says why."""


def was_played(match: Match, number: int, key: str, entry: list[Any]) -> bool:
    """Tell whether this very move came before with this key: a second click, or a retry after a lost answer.

    A retry comes with a number that its own first attempt has used; a number that is free was never tried.

    Of an undo only its beginning is asked for: how much it took back, it found out itself.

    A key is the seat's own: nobody can use up another's. What comes with one that was used otherwise is out of date.
    """
    if not key or number == match.number + 1:
        return False
    earlier = match.moves.filter(seat=entry[0], key=key).first()
    if earlier is not None and earlier.entry[: len(entry)] != entry:
        raise TableMoved
    return earlier is not None


def expect_running(match: Match, number: int) -> None:
    """Refuse an entry that is not the next one of a match in play."""
    expect_playable(match)
    if match.status != Match.Status.RUNNING or number != match.number + 1:
        raise TableMoved
    if match.paused_at is not None:
        raise MatchPaused


def expect_owner(seat: Seat, user_id: int | None) -> None:
    """Refuse whoever had the seat a moment ago: a substitute may have sat down since it was looked up."""
    if user_id is not None and seat.user_id != user_id:
        raise TableMoved


def take_in_hand(match: Match, seat: Seat, by_ai: bool) -> None:
    """Let only whoever has a seat now play for it: an owner who plays is back, an AI's late answer for them is void."""
    if bool(seat.brain_level) == by_ai or seat.user_id is None:
        return
    if by_ai or seat.conceded_at is not None:
        raise TableMoved
    welcome_back(match, seat)
