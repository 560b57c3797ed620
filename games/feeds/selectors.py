"""What stands in somebody's calendar, and whose calendar an address shows."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sanctions.selectors import ban_on
from games.labels import table_name
from games.lobby.selectors import tables_asked
from games.models import Entrant, Match, RoundSeat, Tournament, TournamentRound


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A moment in a calendar: `key` stays the same, and `changed_at` as long as it says the same."""

    key: str
    at: datetime
    changed_at: datetime
    words: str
    url: str


def reader_of(token: str) -> User | None:
    """Return whose calendar has this address; None where nobody's has, or they are not let in."""
    if not token.isprintable():  # PostgreSQL does not even compare a NUL
        return None
    found = User.objects.filter(calendar_address__token=token, is_active=True).first()
    return None if found is None or ban_on(found) else found


def entries_of(user: User) -> list[CalendarEntry]:
    """Return by when somebody has to decide, and when they play in tournaments; the soonest of each first."""
    # Where no clock runs there is nothing to keep.
    deadlines = [_deadline(match, match.deadline_at) for match in tables_asked(user) if match.deadline_at]
    return [*deadlines, *_starts(user), *_rounds(user)]


def _starts(user: User) -> list[CalendarEntry]:
    """Return when tournaments begin that somebody has entered."""
    entered = user.entries.filter(status=Entrant.Status.ENTERED).values("tournament")
    coming = Tournament.objects.filter(pk__in=entered, status=Tournament.Status.OPEN).order_by("starts_at", "pk")
    return [_start(tournament) for tournament in coming]


def _start(tournament: Tournament) -> CalendarEntry:
    words = _("The tournament “%(tournament)s” begins") % {"tournament": tournament.name}
    url = settings.SITE_URL + tournament.get_absolute_url()
    return CalendarEntry(f"tournament-{tournament.pk}", tournament.starts_at, tournament.starts_at, words, url)


def _rounds(user: User) -> list[CalendarEntry]:
    """Return the rounds that somebody plays or is about to; who has a bye need not come."""
    seats = RoundSeat.objects.filter(entrant__user=user, entrant__status=Entrant.Status.ENTERED, table__isnull=False)
    seats = seats.filter(round__tournament__status=Tournament.Status.RUNNING)
    seats = seats.exclude(round__status=TournamentRound.Status.OVER).select_related("round__tournament")
    return [_round(seat.round) for seat in seats.order_by("round__starts_at", "pk")]


def _round(played: TournamentRound) -> CalendarEntry:
    said = {"number": played.number, "tournament": played.tournament.name}
    words = _("Round %(number)s of “%(tournament)s” begins") % said
    url = settings.SITE_URL + played.tournament.get_absolute_url()
    return CalendarEntry(f"round-{played.pk}", played.starts_at, played.starts_at, words, url)


def _deadline(match: Match, at: datetime) -> CalendarEntry:
    words = _("Deadline: your decision at “%(table)s”") % {"table": table_name(match)}
    asked_at = match.asked_at or match.changed_at
    url = settings.SITE_URL + match.get_absolute_url()
    return CalendarEntry(f"turn-{match.pk}-{match.number}", at, asked_at, words, url)
