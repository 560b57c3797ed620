"""The lobby: open tables, one's own tables, invitations. As many queries for a hundred tables as for one."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import (
    BooleanField,
    Case,
    Count,
    DateTimeField,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import NullIf

from accounts.models import User
from accounts.people.selectors import blocks_of, ids_blocked_either_way
from config.prepared import Prepared
from games.engine.state import KNOWN_RULES
from games.lobby.filters import CASUAL, RATED, WITH_AI, WITHOUT_AI, LobbyFilters
from games.models import Invitation, Match, Seat, TableEvent
from games.models.seat import WON
from games.play.selectors.orders import asked_of
from games.play.selectors.visibility import Viewer

# Large, and not for lists; what is secret in them stays in the database.
HEAVY = ("state", "opening", "secret")
HEAVY_OF_MATCH = tuple(f"match__{name}" for name in HEAVY)
SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
FREE = Q(seats__user=None, seats__ai_level="")


def open_tables(viewer: Viewer, filters: LobbyFilters) -> QuerySet[Match]:
    """Public tables with a free seat for this viewer, the newest first."""
    tables = Match.objects.filter(status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC)
    tables = tables.annotate(free=Count("seats", filter=FREE), ais=Count("seats", filter=~Q(seats__ai_level="")))
    tables = tables.filter(free__gte=int(filters.free or 1), **_wanted(filters))
    if isinstance(viewer, User):
        tables = tables.exclude(pk__in=_not_for(viewer))
    return tables.select_related("host").prefetch_related(SEATS).defer(*HEAVY).order_by("-created_at", "-pk")


def tables_of(user: User) -> QuerySet[Match]:
    """Return somebody's tables: what waits for them, the most urgent on top, then what is in play, then the rest."""
    here = (Match.Status.OPEN, Match.Status.RUNNING)
    mine = Match.objects.filter(seats__user=user, seats__conceded_at=None, status__in=here)
    mine = mine.annotate(
        acts=_whether(asked_of(F("seats__number")), status=Match.Status.RUNNING, seats__stood_in_since=None),
        is_asked=_whether(acts=True, ai_due_at=None),  # an answer that is forced comes by itself
        my_turn=_whether(is_asked=True, paused_at=None, rules__in=KNOWN_RULES),
        is_away=_whether(seats__stood_in_since__isnull=False),
        looked_at=F("seats__looked_at"),
        # Everybody at a table sees these, so they may leave the state without its view.
        **{name: _of_state(name) for name in ("phase", "quarter", "location", "bid", "leader")},
    )
    tables = mine.select_related("host").prefetch_related(SEATS).defer(*HEAVY)
    urgent = Case(When(my_turn=True, then=F("deadline_at")), output_field=DateTimeField())
    return tables.order_by("-my_turn", urgent.asc(nulls_last=True), "-status", F("changed_at").desc())


def tables_of_followed(user: User) -> QuerySet[Match]:
    """Return where the people whom somebody follows sit, as far as everybody may see it: open tables first."""
    return public_tables_with(Seat.objects.filter(user__followed_by__follower=user, conceded_at=None), user)


def public_tables_with(seats: QuerySet[Seat], viewer: User | None) -> QuerySet[Match]:
    """Return the tables of these seats that everybody may see, but those with people the viewer is kept apart from."""
    watched = Q(status=Match.Status.RUNNING, spectators_allowed=True)
    public = Match.objects.filter(Q(status=Match.Status.OPEN) | watched, visibility=Match.Visibility.PUBLIC)
    tables = public.filter(pk__in=seats.values("match"), rules__in=KNOWN_RULES)
    if viewer is not None:
        tables = tables.exclude(pk__in=_not_for(viewer))
    return tables.select_related("host").prefetch_related(SEATS).defer(*HEAVY).order_by("status", "-changed_at")


def tables_asked(user: User) -> QuerySet[Match]:
    """Return the tables that wait for somebody, the most urgent first."""
    return tables_of(user).filter(Q(my_turn=True))


def seats_asked(user: User | int) -> QuerySet[Seat]:
    """Return somebody's seats at the tables that wait for them."""
    mine = Seat.objects.filter(user=user, conceded_at=None, stood_in_since=None)
    playable = mine.filter(
        asked_of(F("number"), "match__"), match__paused_at=None, match__ai_due_at=None, match__rules__in=KNOWN_RULES
    )
    return playable.filter(match__status=Match.Status.RUNNING)


def _most_urgent(user: int, besides: int) -> QuerySet[Seat]:
    urgent = F("match__deadline_at").asc(nulls_last=True)
    return seats_asked(user).exclude(match=besides).order_by(urgent, "match__asked_at", "pk")[:1]


# Asked with every page that opens; mostly there is none.
_seats_most_urgent = Prepared(_most_urgent)


def next_table_of(user: User, besides: Match) -> Match | None:
    """Return the table that waits for somebody most urgently, besides the one where they are."""
    seat = _seats_most_urgent.first(user.pk, besides.pk)
    return Match.objects.select_related("host").defer(*HEAVY).get(pk=seat.match_id) if seat else None


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return what waits for somebody's answer."""
    waiting = Invitation.objects.filter(user=user, status=Invitation.Status.PENDING)
    offered = Seat.objects.filter(match=OuterRef("match"), is_offered=True)
    waiting = waiting.filter(
        Q(match__status=Match.Status.OPEN) | Q(Exists(offered), match__status=Match.Status.RUNNING)
    )
    waiting = waiting.exclude(inviter__in=ids_blocked_either_way(user)).select_related("inviter", "match__host")
    seats = Prefetch("match__seats", SEATS.queryset)
    return waiting.prefetch_related(seats).defer(*HEAVY_OF_MATCH).order_by("-created_at")


def offered_seats(viewer: Viewer) -> QuerySet[Seat]:
    """Return seats at public matches that a substitute may take over, the one that waits longest first."""
    here = {
        "match__status": Match.Status.RUNNING,
        "match__visibility": Match.Visibility.PUBLIC,
        "match__paused_at": None,
    }
    seats = Seat.objects.filter(is_offered=True, match__spectators_allowed=True, match__rules__in=KNOWN_RULES, **here)
    if not seats.exists():  # nearly always: then nothing else need be asked
        return seats.none()
    if isinstance(viewer, User):
        left = TableEvent.objects.filter(kind=TableEvent.Kind.SUBSTITUTED, user=viewer).values("match")
        seats = seats.exclude(match__in=_not_for(viewer)).exclude(match__in=left)
    return seats.select_related("match__host", "user").defer(*HEAVY_OF_MATCH).order_by("offer_at", "pk")


def finished_of(user: User) -> QuerySet[Seat]:
    """Return somebody's seats in matches that they played to the end, the latest first."""
    seats = Seat.objects.filter(user=user, conceded_at=None, match__status=Match.Status.FINISHED)
    return seats.select_related("match__host").defer(*HEAVY_OF_MATCH).order_by("-match__finished_at")


def record_of(user: User) -> dict[str, int]:
    """Return how many matches somebody finished, and how many of them they won; seats get places at the end only."""
    seats = Seat.objects.filter(user=user, conceded_at=None, place__isnull=False, match__copied=None)
    return seats.aggregate(played=Count("pk"), won=Count("pk", filter=WON))


def _whether(*either: Q, **conditions: object) -> Case:
    return Case(When(Q(*either, **conditions), then=Value(True)), default=Value(False), output_field=BooleanField())


def _of_state(name: str) -> NullIf:
    """Return one value of the state as text; a JSON null is a word on SQLite and nothing on PostgreSQL."""
    return NullIf(KT(f"state__{name}"), Value("null"), output_field=TextField())


def _wanted(filters: LobbyFilters) -> dict[str, object]:
    wanted: dict[str, object] = {}
    if filters.edition:
        wanted["edition_id"] = filters.edition
    if filters.pace:
        wanted["pace"] = filters.pace
    if filters.rated:
        wanted["rated"] = {RATED: True, CASUAL: False}[filters.rated]
    if filters.ai:
        wanted.update({WITH_AI: {"ais__gt": 0}, WITHOUT_AI: {"ais": 0}}[filters.ai])
    return wanted


def _not_for(user: User) -> QuerySet[Seat, int]:
    """Tables where somebody sits already, or somebody they are kept apart from."""
    return Seat.objects.filter(user__in={user.pk, *ids_blocked_either_way(user)}).values_list("match", flat=True)


@dataclass(frozen=True, slots=True)
class WaitingRoom:
    """Who sits at a table that has not begun, and what this viewer can do about it."""

    match: Match
    seats: tuple[Seat, ...]
    invitations: tuple[Invitation, ...]
    mine: Seat | None
    my_invitation: Invitation | None
    is_host: bool
    strangers: frozenset[int]  # guests whom the viewer can block here, as they have no page

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def taken(self) -> int:
        return len(self.seats) - self.free

    @property
    def people(self) -> int:
        return sum(seat.user_id is not None for seat in self.seats)

    @property
    def asks_ready(self) -> bool:
        """A live table that is full asks its people."""
        return not self.free and self.match.pace == Match.Pace.LIVE and self.people > 1

    @property
    def may_change(self) -> bool:
        return self.is_host and self.people == 1

    @property
    def free_studios(self) -> tuple[int, ...]:
        """Studios that nobody else has chosen."""
        others = {seat.studio for seat in self.seats if seat is not self.mine}
        return tuple(studio for studio in self.match.edition.studios if studio not in others)


def waiting_room_of(match: Match, viewer: Viewer) -> WaitingRoom:
    """Read a waiting room in three queries, whoever sits there, and a fourth where guests do."""
    user = viewer if isinstance(viewer, User) else None
    seats = tuple(match.seats.select_related("user").order_by("number"))
    asked = match.invitations.select_related("user").exclude(status=Invitation.Status.BARRED).order_by("created_at")
    invitations = tuple(asked)
    return WaitingRoom(
        match=match,
        seats=seats,
        invitations=tuple(row for row in invitations if row.status != Invitation.Status.ACCEPTED),
        mine=next((seat for seat in seats if user and seat.user_id == user.pk), None),
        my_invitation=next((row for row in invitations if user and row.user_id == user.pk), None),
        is_host=user is not None and match.host_id == user.pk,
        strangers=_strangers(seats, user),
    )


def _strangers(seats: tuple[Seat, ...], user: User | None) -> frozenset[int]:
    guests = frozenset(seat.user.pk for seat in seats if seat.user and seat.user.is_guest)
    if not guests or user is None or user.is_guest:
        return frozenset()
    return guests.difference(blocks_of(user).values_list("blocked", flat=True))


def are_kept_apart(user: User, others: Collection[int]) -> bool:
    """Tell whether one of the others keeps this person away, or is kept away by them."""
    return not ids_blocked_either_way(user).isdisjoint(others)
