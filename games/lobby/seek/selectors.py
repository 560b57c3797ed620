"""Who looks for a table, and how it goes."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from statistics import median
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, User
from games.lobby.seek.matching import SeekWish
from games.models import Match, Seat, Seek
from games.play.selectors.visibility import Viewer
from games.strengths import UNKNOWN, strengths_of

# So many who wait longest are brought together at a time.
MOST_WAITING: Final = 200
# How long it usually takes follows from so many of the latest, and from no fewer than a few.
LATEST, FEWEST = 25, 5


def waiting() -> QuerySet[Seek]:
    """Return everybody who looks now, who has waited longest first."""
    return Seek.objects.filter(status=Seek.Status.WAITING, expires_at__gt=timezone.now()).order_by("created_at", "pk")


def seek_of(viewer: Viewer) -> Seek | None:
    """Return what somebody looks for now."""
    return waiting().filter(user=viewer).first() if isinstance(viewer, User) else None


def found_for(user: User, seek_id: int) -> Match | None:
    """Return the table that was found by this search, while it waits for them or they play there."""
    here = (Match.Status.OPEN, Match.Status.RUNNING)
    seek = Seek.objects.filter(pk=seek_id, user=user, status=Seek.Status.PAIRED, match__status__in=here).first()
    return seek.match if seek else None


def usual_wait() -> timedelta | None:
    """Return how long it took lately to find a table; None where that is not known."""
    latest = Seek.objects.filter(status=Seek.Status.PAIRED).order_by("-paired_at")
    moments = list(latest.values_list("created_at", "paired_at")[:LATEST])
    if len(moments) < FEWEST:
        return None
    return timedelta(seconds=median((paired - began).total_seconds() for began, paired in moments if paired))


def wishes() -> list[SeekWish]:
    """Return what everybody would like who can be brought together now: nobody who plays live somewhere."""
    playing = Seat.objects.filter(
        user=OuterRef("user"), conceded_at=None, match__status=Match.Status.RUNNING, match__pace=Match.Pace.LIVE
    )
    free = waiting().filter(~Exists(playing), user__is_active=True, user__left_at=None)
    seeks = list(free[:MOST_WAITING])
    people = {seek.user_id for seek in seeks}
    apart, strengths = _kept_apart(people), strengths_of(people)
    return [_wish(seek, apart[seek.user_id], strengths.get(seek.user_id, UNKNOWN)) for seek in seeks]


def _wish(seek: Seek, apart: set[int], strength: int) -> SeekWish:
    return SeekWish(
        seek_id=seek.pk,
        user_id=seek.user_id,
        sizes=frozenset(seek.sizes),
        decision_seconds=seek.decision_seconds,
        rated=seek.rated,
        near=seek.near,
        edition_id=seek.edition_id,
        strength=strength,
        apart=frozenset(apart),
    )


def _kept_apart(people: Collection[int]) -> defaultdict[int, set[int]]:
    """Return for each of these whom they are not to meet among them, whoever of the two wished it."""
    apart: defaultdict[int, set[int]] = defaultdict(set)
    pairs = Block.objects.filter(Q(blocker__in=people) & Q(blocked__in=people)).values_list("blocker", "blocked")
    for one, other in pairs:
        apart[one].add(other)
        apart[other].add(one)
    return apart
