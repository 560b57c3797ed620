"""What remains of a match that is over: places and scores, and what the history finds it by."""

from django.utils import timezone

from games.engine import State, places, scores
from games.models import Match, Seat, TitleWord
from games.models.title_word import words_in

# What the end of a match changes of it.
CONCLUDED = ("status", "finished_at", "best_score")


def conclude(*, match: Match, state: State) -> None:
    """Writes down the result. The caller holds the lock on the match, and saves what CONCLUDED names."""
    match.status = Match.Status.FINISHED
    match.finished_at = timezone.now()
    match.best_score = max(scores(state))
    results = zip(Seat.objects.filter(match=match).order_by("number"), scores(state), places(state), strict=True)
    for seat, score, place in results:
        seat.score, seat.place = score, place
        seat.save(update_fields=["score", "place"])
    TitleWord.objects.bulk_create(TitleWord(match=match, word=word) for word in words_in(match.title))
