"""The history: finished matches, everybody's and one's own, filtered and sorted."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.people.selectors import find_person
from games.history.filters import WON, HistoryFilters
from games.lobby.filters import RATED
from games.models import Match, Seat, TitleWord
from games.models.seat import WON as SEAT_WON
from games.models.title_word import words_in

# The fields that say when a match was over: the public history has its own, which its indexes know.
PUBLIC_DAY: Final = "shown_at"
OWN_DAY: Final = "finished_at"
# Shorter beginnings of words would find half of everything.
SHORTEST_WORD: Final = 2
MOST_WORDS: Final = 5
MOST_PEOPLE: Final = 50


def public_history(filters: HistoryFilters) -> QuerySet[Match]:
    """Return what everybody may watch of what was played."""
    matches = Match.objects.filter(shown_at__isnull=False)
    if filters.player:
        player = find_person(filters.player)
        matches = matches.filter(pk__in=_matches_of(player, filters.result)) if player else matches.none()
    return _filtered(matches, filters, PUBLIC_DAY)


def history_of(user: User, filters: HistoryFilters) -> QuerySet[Match]:
    """Return what somebody played, seen by all or not; here the filter by player names whom they met."""
    matches = Match.objects.filter(status=Match.Status.FINISHED, pk__in=_matches_of(user, filters.result))
    if filters.player:
        other = find_person(filters.player)
        matches = matches.filter(pk__in=_matches_of(other)) if other else matches.none()
    return _filtered(matches, filters, OWN_DAY)


def _matches_of(user: User, result: str = "") -> QuerySet[Seat, int]:
    """Return where somebody played, and where they began: a substitute may have ended it."""
    seats = Seat.objects.filter(Q(user=user) | Q(began_by=user, taken_over_at__isnull=False))
    if result:
        seats = seats.filter(SEAT_WON) if result == WON else seats.filter(~SEAT_WON, place__isnull=False)
    return seats.values_list("match", flat=True)


def _filtered(matches: QuerySet[Match], filters: HistoryFilters, day: str) -> QuerySet[Match]:
    if filters.edition:
        matches = matches.filter(edition_id=filters.edition)
    if filters.seats:
        matches = matches.filter(size=int(filters.seats))
    if filters.pace:
        matches = matches.filter(pace=filters.pace)
    if filters.rated:
        # Not by the bare column, which no index of SQLite's answers.
        matches = matches.filter(rated__in=[filters.rated == RATED])
    if filters.since:
        matches = matches.filter(**{f"{day}__gte": _midnight(filters.since)})
    if filters.until:
        matches = matches.filter(**{f"{day}__lt": _midnight(filters.until) + timedelta(days=1)})
    return matches.filter(_told_by(filters.text)) if filters.text else matches


def _midnight(day: str) -> datetime:
    """Return where the day begins for the reader, who may have chosen a time zone."""
    return timezone.make_aware(datetime.combine(date.fromisoformat(day), time.min))


def _told_by(text: str) -> Q:
    """Somebody there is called so, or every word begins a word of the title or somebody's name."""
    called = Q(pk__in=_played_by(text))
    words = [word for word in words_in(text) if len(word) >= SHORTEST_WORD][:MOST_WORDS]
    if not words:
        return called
    everywhere = Q()
    for word in words:
        titles = TitleWord.objects.filter(word__begins_with=word).values("match")
        everywhere &= Q(pk__in=titles) | Q(pk__in=_played_by(word))
    return called | everywhere


def _played_by(name: str) -> QuerySet[Seat, int]:
    """Return the matches of those whose name begins so; where these are many, of the first by name."""
    key = lookalike_key(name)
    if len(key) < SHORTEST_WORD:
        return Seat.objects.none().values_list("match", flat=True)
    people = User.objects.filter(name_key__begins_with=key, left_at=None).order_by("name_key")[:MOST_PEOPLE]
    return Seat.objects.filter(user__in=list(people.values_list("pk", flat=True))).values_list("match", flat=True)
