"""Which matches everybody may watch, the strongest players' first."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.state import KNOWN_RULES
from games.lobby.selectors import tables_of_followed
from games.models import Match, Presence, Seat
from games.play.selectors.visibility import Viewer
from games.render_cache import part_cache
from games.strengths import UNKNOWN, strengths_of
from games.talk.selectors import FADES_AFTER

# So many of the latest are put in order; the order is kept for a moment, since it changes little.
MOST_TABLES: Final = 1000
ORDER_SECONDS: Final = 10
ORDER_KEY: Final = "watch.order"
# A live table where nothing has happened for so long is not shown in the light.
STILL_LIVE: Final = timedelta(minutes=10)
# What is over is worth showing for so long; after that, the latest there is.
LATELY: Final = timedelta(days=7)
SEATS: Final = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


@dataclass(frozen=True, slots=True)
class Running:
    """A public match in play, as far as it is needed to put it in its place."""

    match_id: int
    pace: str
    strength: int
    is_lively: bool


def public_matches() -> QuerySet[Match]:
    """Return matches that anybody may look at, those that can be read."""
    here = {"visibility": Match.Visibility.PUBLIC, "spectators_allowed": True, "set_aside_at": None}
    return Match.objects.filter(rules__in=KNOWN_RULES, **here)


def running_tables() -> list[Running]:
    """Return the matches in play, live ones before slow ones, and of each kind those of the strongest players first."""
    return cache.get_or_set(ORDER_KEY, _in_order, ORDER_SECONDS) or []


def tables_with_followed(viewer: Viewer) -> set[int]:
    """Return where people play whom the viewer follows, as the lobby shows it."""
    return set(tables_of_followed(viewer).values_list("pk", flat=True)) if isinstance(viewer, User) else set()


def matches_with_seats(numbers: list[int]) -> list[Match]:
    """Return these matches in the order given, each with its people; what has ended, or is damaged, is left out."""
    running = public_matches().filter(status=Match.Status.RUNNING, pk__in=numbers)
    found = {match.pk: match for match in running.select_related("host").prefetch_related(SEATS)}
    return [found[number] for number in numbers if number in found and _is_readable(found[number])]


def watchers_of(numbers: Iterable[int]) -> dict[int, int]:
    """Return how many look on at each of these matches, besides those who play there."""
    plays = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    here = Presence.objects.filter(match__in=list(numbers), seen_at__gte=timezone.now() - FADES_AFTER)
    rows = here.filter(~Exists(plays)).values("match", "user").annotate(pages=Count("pk"))
    counted: defaultdict[int, int] = defaultdict(int)
    for row in rows:  # a person counts once, however many pages they have open; a stranger for each
        counted[row["match"]] += 1 if row["user"] else row["pages"]
    return dict(counted)


def best_finished() -> Match | None:
    """Return the finished match with the highest score of late, or the latest there is."""
    shown = public_matches().filter(shown_at__isnull=False, voided_at=None)
    shown = shown.select_related("host").prefetch_related(SEATS)
    lately = shown.filter(shown_at__gte=timezone.now() - LATELY).order_by("-best_score", "-pk").first()
    best = lately or shown.order_by("-shown_at", "-pk").first()
    return best if best is not None and _is_readable(best) else None


def _is_readable(match: Match) -> bool:
    """Tell whether a match can be drawn: looked at once for each of its moments, since everybody asks."""
    readable: bool = part_cache(("readable", match.pk, match.number, match.version), lambda: match.is_readable)
    return readable


def _in_order() -> list[Running]:
    running = public_matches().filter(status=Match.Status.RUNNING, state__isnull=False).order_by("-changed_at")
    rows = list(running.values_list("pk", "pace", "changed_at", "paused_at")[:MOST_TABLES])
    strengths = _strengths([row[0] for row in rows])
    lively = timezone.now() - STILL_LIVE
    tables = [
        Running(pk, pace, strengths.get(pk, 0), changed_at >= lively and paused_at is None)
        for pk, pace, changed_at, paused_at in rows
    ]
    return sorted(tables, key=lambda table: (table.pace != Match.Pace.LIVE, -table.strength))


def _strengths(numbers: list[int]) -> dict[int, int]:
    """Return the mean strength of each table's people; an AI makes no table stronger."""
    at_table: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, user_id in Seat.objects.filter(match__in=numbers, user__isnull=False).values_list("match", "user"):
        at_table[match_id].append(user_id)
    known = strengths_of({user for people in at_table.values() for user in people})
    return {
        match_id: sum(known.get(user, UNKNOWN) for user in people) // len(people)
        for match_id, people in at_table.items()
    }
