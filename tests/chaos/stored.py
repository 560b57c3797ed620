"""What the database says of the day: it is asked beside the site, and may be away."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

# A run of which fewer than these shares of the matches came to their end, and changed ratings, proves little of both.
SHARE_OVER, SHARE_RATED = 0.5, 0.1
Version = tuple[int, int]


def has_machine_moved(since: float) -> bool:
    """Tell whether an AI has played after a moment."""
    from games.models import PlayedMove

    return PlayedMove.objects.filter(by_ai=True, played_at__gt=datetime.fromtimestamp(since, UTC)).exists()


def read_watchable() -> list[int]:
    """Name the matches in play between AIs who take no time, first those that have just begun."""
    from games.models import Match

    running = Match.objects.filter(status=Match.Status.RUNNING, host__username="host of the machines")
    return list(running.exclude(seats__ai_level="producer").order_by("number").values_list("pk", flat=True))


def read_moments(match: int, numbers: Collection[int]) -> dict[int, float]:
    """Read when entries were played."""
    from games.models import PlayedMove

    rows = PlayedMove.objects.filter(match=match, number__in=numbers).values_list("number", "played_at")
    return {number: played_at.timestamp() for number, played_at in rows}


class Over(NamedTuple):
    """How many matches came to their end, and how many of them changed ratings."""

    finished: int
    rated: int

    def are_enough_of(self, matches: int) -> bool:
        """Tell whether they prove something of results and ratings."""
        return self.finished >= SHARE_OVER * matches and self.rated >= SHARE_RATED * matches


def count_over() -> Over:
    """Count the matches that are over."""
    from games.models import Match
    from leaderboard.models import RatingChange

    rated = RatingChange.objects.values("match").distinct().count()
    return Over(Match.objects.filter(status=Match.Status.FINISHED).count(), rated)


def uncounted() -> list[int]:
    """Name the matches whose result should stand in the ratings, and does not."""
    from leaderboard.selectors.matches import not_counted_yet

    return list(not_counted_yet().values_list("pk", flat=True))


def read_due() -> dict[int, int]:
    """Read the number of every match with a turn that is due, or that somebody has just begun to think about.

    Who begins puts off when it is due: that is no answer.
    """
    from django.conf import settings
    from django.utils import timezone

    from games.models import Match
    from games.play.services.ai_turns import MARGIN_SECONDS

    claimed = timezone.now() + timedelta(seconds=settings.THINKING_SECONDS + MARGIN_SECONDS)
    due = Match.objects.filter(status=Match.Status.RUNNING, paused_at=None, ai_due_at__lte=claimed)
    return dict(due.values_list("pk", "number"))


def read_unmoved(numbers: dict[int, int]) -> list[int]:
    """Name those of these matches that are in play and stand where they stood."""
    from games.models import Match

    running = Match.objects.filter(pk__in=numbers, status=Match.Status.RUNNING).values_list("pk", "number")
    return [pk for pk, number in running if number == numbers[pk]]


def begin_quiet() -> None:
    """Stop all matches, as maintenance does."""
    from games.play.services.maintenance import begin_maintenance

    begin_maintenance(actor=None, why="the end of the day")


def read_versions(matches: Collection[int]) -> dict[int, Version]:
    """Read where tables stand."""
    from games.models import Match

    rows = Match.objects.filter(pk__in=matches).values_list("pk", "number", "version")
    return {pk: (number, version) for pk, number, version in rows}


def read_over(matches: Collection[int], seconds: float) -> dict[int, Version]:
    """Read where those stand that have been over for so long."""
    from django.utils import timezone

    from games.models import Match

    ended = Match.objects.filter(pk__in=matches, finished_at__lt=timezone.now() - timedelta(seconds=seconds))
    return read_versions(ended.values_list("pk", flat=True))
