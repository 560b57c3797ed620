"""What somebody answers at a table: the same by a post and over the socket, with the same checks and words."""

from collections.abc import Callable
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from config import fail_points
from games.engine import Refused
from games.guide.services import heeding_lesson
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.selectors.visibility import seat_number_at
from games.play.services.moves import MatchPaused, NotAllowed, PlayedNumber, TableMoved, play_moves, undo
from games.table.forms import read_key, read_moves, read_number
from games.table.refusals import sentence_of


class AnswerRefused(Exception):
    """It was not played; the message says why, for the person at the table."""


def answer_by_move(*, match_id: int, user: User, sent: QueryDict, seat: int | None = None, follows: bool = True) -> int:
    """Answer what the table asks: by a bid, a pass, a take, or a plan of placements. Gives the number it stands at.

    `seat` is the one that the user had a moment ago, where that is known. A page that follows the table is shown it, so
    its person has seen it.
    """
    moves = read_moves(sent)
    if not moves:
        raise AnswerRefused(_("That is not a move you can make. Here is the table as it stands."))

    def play(seat: int, number: int, key: str) -> PlayedNumber:
        with heeding_lesson(user=user, match_id=match_id, lesson=sent.get("lesson", "")):
            return play_moves(
                match_id=match_id, seat=seat, moves=moves, number=number, key=key, user_id=user.pk, looks=follows
            )

    return _attempt(match_id, user, sent, seat, play)


def answer_by_undo(*, match_id: int, user: User, sent: QueryDict, seat: int | None = None, follows: bool = True) -> int:
    """Take back one's latest take or placing."""

    def take_back(seat: int, number: int, key: str) -> PlayedNumber:
        key = key and f"{key}.undo"
        return undo(match_id=match_id, seat=seat, number=number, key=key, user_id=user.pk, looks=follows)

    return _attempt(match_id, user, sent, seat, take_back)


# By the last word of the address to which a form is posted.
ANSWERS: Final = {"move": answer_by_move, "undo": answer_by_undo}


def _attempt(
    match_id: int, user: User, sent: QueryDict, seat: int | None, play: Callable[[int, int, str], PlayedNumber]
) -> int:
    """Play for the seat of whoever asks; whether it is still theirs is looked at under the lock."""
    seat = seat_number_at(match_id, user) if seat is None else seat
    if seat is None:
        raise AnswerRefused(_("You do not sit at this table."))
    try:
        played = play(seat, read_number(sent), read_key(sent))
    except Refused as refusal:
        raise AnswerRefused(sentence_of(refusal, Match.objects.get(pk=match_id))) from refusal
    except ActionRefused as refusal:
        raise AnswerRefused(str(refusal)) from refusal
    except MatchPaused as paused:
        words = _("The match is paused. Nothing is lost; play goes on when the pause is over.")
        raise AnswerRefused(words) from paused
    except TableMoved as moved:
        raise AnswerRefused(_("The table has moved on. Here it is as it stands.")) from moved
    except NotAllowed as refusal:
        raise AnswerRefused(_("There is nothing left to take back.")) from refusal
    fail_points.reach(fail_points.COMMIT_ANSWER)
    return played.number
