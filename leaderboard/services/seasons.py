"""The end of a season: its tables are written down for good."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from leaderboard.ladders import SEASON_MARK, TABLES, Ladder, Season
from leaderboard.models import Ledger, Rating, RatingChange, SeasonStanding
from leaderboard.selectors.matches import AT_ONCE
from leaderboard.services.counting import is_counted_until

# The last matches of a season are counted by then, though a worker was down over New Year's Eve.
GRACE = timedelta(days=1)


def close_seasons(*, now: datetime | None = None) -> list[Season]:
    """Write the final tables of all seasons that are over; asked again, there is nothing left to do.

    While a long history is counted anew the ratings are those of its beginning: the tables wait for its end.
    """
    running = Season.at((now or timezone.now()) - GRACE)
    if Ledger.objects.filter(closed_until__gte=running.begins_at).exists():
        return []
    with transaction.atomic():
        ledger = Ledger.lock()
        if not is_counted_until(running.begins_at):
            return []
        closed = _seasons_between(ledger.closed_until, running)
        for season in closed:
            _close(season)
        ledger.closed_until = running.begins_at
        ledger.save(update_fields=["closed_until"])
    return closed


def _seasons_between(since: datetime | None, running: Season) -> list[Season]:
    """From the first that is open, or the first in which anything was rated, to the one before the running one."""
    first = since or RatingChange.objects.order_by("ended_at", "match").values_list("ended_at", flat=True).first()
    seasons = []
    season = Season.at(first) if first else running
    while season < running:
        seasons.append(season)
        season = season.next
    return seasons


def _close(season: Season) -> None:
    for table in TABLES:
        ladder = Ladder(table, f"{SEASON_MARK}{season.key}").slug
        rows = Rating.objects.filter(ladder=ladder, is_listed=True).order_by("-value", "user")
        SeasonStanding.objects.bulk_create(_places(list(rows)), batch_size=AT_ONCE, ignore_conflicts=True)


def _places(ratings: list[Rating]) -> list[SeasonStanding]:
    """In the order given; who stands equal shares a place."""
    rows: list[SeasonStanding] = []
    for number, row in enumerate(ratings, start=1):
        place = rows[-1].place if rows and rows[-1].value == row.value else number
        rows.append(
            SeasonStanding(ladder=row.ladder, user_id=row.user_id, place=place, value=row.value, matches=row.matches)
        )
    return rows
