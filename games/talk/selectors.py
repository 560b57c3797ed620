"""What one viewer may read of the talk at a table, and their own notes."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import ids_blocked_either_way
from config.prepared import Prepared
from games.models import ChatLine, Match, Note, Presence, Seat
from games.play.selectors.visibility import Viewer, seat_number_of

LINES_A_PAGE = 50


# Mostly there is none, and no other question about them need be asked.
_lines_since = Prepared(lambda match, line: ChatLine.objects.filter(match=match, pk__gt=line).order_by("-pk")[:1])


def is_news(match: Match, line: int) -> bool:
    """Tell whether anything was said after a line, whoever may read it."""
    return bool(_lines_since(match.pk, line))


def lines_for(match: Match, viewer: Viewer) -> QuerySet[ChatLine]:
    """Return the lines this viewer may read, latest first, removed ones too: whoever draws them leaves out their words.

    That the viewer may see the table was asked before.
    """
    if not match.chat_allowed:
        return ChatLine.objects.none()
    lines = match.chat_lines.select_related("author").order_by("-pk")
    if not hears_spectators(match, viewer):
        lines = lines.filter(audience=ChatLine.Audience.SEATS)
    if isinstance(viewer, User):
        lines = lines.exclude(author__in=ids_blocked_either_way(viewer))
    return lines


def hears_spectators(match: Match, viewer: Viewer) -> bool:
    """Tell whether the viewer reads what spectators say: after the end everybody, before it spectators with an account.

    Players must not, and a window without an account is the first thing a curious player would open.
    """
    if match.status == Match.Status.FINISHED:
        return True
    if not isinstance(viewer, User) or viewer.is_guest:
        return False
    return seat_number_of(match, viewer) is None


def people_at_talk(match: Match) -> QuerySet[User]:
    """Return those whom one can mention: who play, and who have spoken."""
    here = Q(pk__in=match.seats.values("user")) | Q(pk__in=match.chat_lines.values("author"))
    return User.objects.filter(here, left_at=None, is_guest=False)


def names_at(match: Match) -> list[str]:
    """Return the names one can mention."""
    return list(people_at_talk(match).values_list("username", flat=True))


def note_of(match: Match, viewer: Viewer) -> str:
    """Return what the viewer wrote down for themselves; nobody else's notes have a way out."""
    if not isinstance(viewer, User):
        return ""
    return Note.objects.filter(match=match, user=viewer).values_list("text", flat=True).first() or ""


# A page that has not been heard of for so long is closed, or its network is away.
FADES_AFTER: Final = timedelta(seconds=60)
# So many are told by name.
MOST_NAMES: Final = 8


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody with a name; `seat` and `studio` where they play."""

    name: str
    seat: int | None
    studio: int | None


@dataclass(frozen=True, slots=True)
class Looking:
    """Players at their page, spectators by name, and how many spectators have none."""

    players: tuple[Onlooker, ...]
    spectators: tuple[Onlooker, ...]
    nameless: int

    @property
    def seats(self) -> str:
        """The numbers of the seats that are there, for the marks beside their names."""
        return " ".join(str(player.seat) for player in self.players)

    @property
    def named(self) -> tuple[Onlooker, ...]:
        return self.spectators[:MOST_NAMES]

    @property
    def unnamed(self) -> int:
        return len(self.spectators) - len(self.named) + self.nameless


def who_is_looking(match_id: int) -> Looking:
    """Return each person once, however many pages they have open."""
    seats = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    rows = Presence.objects.filter(match=match_id, seen_at__gte=timezone.now() - FADES_AFTER)
    rows = rows.annotate(seat=Subquery(seats.values("number")[:1]), studio=Subquery(seats.values("studio")[:1]))
    found = list(rows.select_related("user").order_by("pk"))
    people = {row.user_id: Onlooker(str(row.user), row.seat, row.studio) for row in found if row.user_id}
    players = [person for person in people.values() if person.seat is not None]
    return Looking(
        players=tuple(sorted(players, key=lambda player: player.seat or 0)),
        spectators=tuple(person for person in people.values() if person.seat is None),
        nameless=sum(row.user_id is None for row in found),
    )
