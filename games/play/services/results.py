"""What remains of a match that is over: places and scores, and what the history finds it by."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from games.engine import State, places, scores
from games.models import Match, Seat, TitleWord
from games.models.title_word import words_in
from games.play.selectors.saved import Saved, saved_in

# What is counted of a seat's decisions.
COUNTED = ("decisions", "decisions_by_ai", "decisions_by_order", "saved_seconds")
# What the end of a match changes of it.
CONCLUDED = ("status", "finished_at", "best_score")


def conclude(*, match: Match, state: State) -> None:
    """Write down the result. The caller holds the lock on the match, and saves what CONCLUDED names."""
    match.status = Match.Status.FINISHED
    match.finished_at = timezone.now()
    match.best_score = max(scores(state))
    decided = decisions_in(match)
    saved = saved_in(match)
    results = zip(Seat.objects.filter(match=match).order_by("number"), scores(state), places(state), strict=True)
    for seat, score, place in results:
        seat.score, seat.place = score, place
        seat.decisions_by_ai = decided[seat.number, True]
        seat.decisions = decided[seat.number, False] + seat.decisions_by_ai
        own = saved.get(seat.number, Saved())
        seat.decisions_by_order, seat.saved_seconds = own.decisions, int(own.time.total_seconds())
        seat.save(update_fields=["score", "place", *COUNTED])
    TitleWord.objects.bulk_create(TitleWord(match=match, word=word) for word in words_in(match.title))


def decisions_in(match: Match) -> Counter[tuple[int, bool]]:
    """Count the decisions of a match by seat and by whether an AI made them."""
    return count_decisions(match.moves.order_by("number").values_list("entry", "by_ai", "by_order", "forced"))


def count_decisions(moves: Iterable[tuple[list[Any], bool, bool, bool]]) -> Counter[tuple[int, bool]]:
    """Count decisions by seat and by whether an AI made them; what was taken back or forced is no decision.

    What somebody ordered is theirs, also while an AI plays for them.
    """
    kept: list[tuple[int, bool, bool]] = []
    for entry, by_ai, by_order, is_forced in moves:
        if entry[1] == "undo":
            del kept[-entry[2] :]
        else:
            kept.append((entry[0], by_ai and not by_order, is_forced))
    return Counter((seat, by_ai) for seat, by_ai, is_forced in kept if not is_forced)
