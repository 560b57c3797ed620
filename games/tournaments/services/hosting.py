"""Making a tournament, and what its host can do about it."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import find_person, is_blocked_between
from accounts.people.services.locking import lock_person
from games.engine import edition_files, load_edition
from games.lobby.services.invitations import MOST_IN_AN_HOUR
from games.models import Entrant, Match, RoundTable, Seat, Tournament
from games.moderation.services.filters import expect_clean
from games.play.refusals import CannotInvite, TooManyInvitationsInAnHour, UnknownChoice, UnknownPerson
from games.play.services.conceding import give_up
from games.play.services.locking import lock_table
from games.tournaments.notices import tell_called_off, tell_invited
from games.tournaments.refusals import EnteredForCasualPlay, NotTrusted, TooFewEntrants, TooManyTournaments
from games.tournaments.services.locking import announce, expect_open, lock_for, trace_staff
from games.tournaments.services.planning import has_enough, plan_again
from games.tournaments.services.sealing import unseal

UNDER_WAY = (Tournament.Status.OPEN, Tournament.Status.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOptions:
    """Everything a host decides, in the words of the model."""

    name: str
    form: str
    starts_at: datetime
    edition_id: str
    about: str = ""
    by_invitation: bool = False
    size: int = 16
    seats: int = 4
    pace: str = Match.Pace.LIVE
    decision_seconds: int = 90
    rated: bool = False
    rounds: int = 4
    pause_seconds: int = 600
    seasons: int = 1
    division_size: int = 8
    movers: int = 2


def is_trusted(user: User) -> bool:
    """Tell whether somebody may host: staff, and whoever is known, has played and is under no sanction."""
    if user.is_staff:
        return True
    if user.is_guest or user.is_bot or user.under_sanction or not user.is_confirmed:
        return False
    played = Seat.objects.filter(user=user, conceded_at=None, match__status=Match.Status.FINISHED, match__copied=None)
    return played.count() >= settings.TOURNAMENT_HOST_MATCHES


def make_tournament(*, host: User, options: TournamentOptions) -> Tournament:
    """Open a tournament for entries."""
    _check(host, options)
    with transaction.atomic():
        host = lock_person(host)
        if not is_trusted(host):
            raise NotTrusted
        under_way = Tournament.objects.filter(host=host, status__in=UNDER_WAY).count()
        if under_way >= settings.TOURNAMENTS and not host.is_staff:
            raise TooManyTournaments
        tournament = Tournament.objects.create(host=host, **asdict(options))
        announce(tournament)
        return tournament


def change_tournament(*, actor: User, pk: int, options: TournamentOptions) -> Tournament:
    """Change what is played, and when, as long as it has not begun."""
    _check(actor, options)
    with transaction.atomic():
        tournament = lock_for(actor, pk)
        expect_open(tournament)
        others = tournament.entrants.filter(status=Entrant.Status.ENTERED).exclude(user=tournament.host_id)
        if options.rated and not tournament.rated and others.exists():
            raise EnteredForCasualPlay
        if tournament.starts_at != options.starts_at:
            tournament.announced_at = None
        said = asdict(options)
        for name, value in said.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=[*said, "announced_at"])
        trace_staff(tournament, actor, "change tournament", "change tournament")
        announce(tournament)
        return tournament


def begin_now(*, actor: User, pk: int) -> None:
    """Let it begin before its time: the next sweep does. With too few it would call the tournament off."""
    with transaction.atomic():
        tournament = lock_for(actor, pk)
        expect_open(tournament)
        if not has_enough(tournament):
            raise TooFewEntrants
        tournament.starts_at = min(tournament.starts_at, timezone.now())
        tournament.save(update_fields=["starts_at"])
        trace_staff(tournament, actor, "begin tournament", "begin tournament")
        announce(tournament)


def invite(*, actor: User, pk: int, name: str) -> Entrant:
    """Ask somebody by name; whoever was asked or takes part already stays as they are."""
    with transaction.atomic():
        tournament = lock_for(actor, pk)
        if not tournament.is_league:
            expect_open(tournament)
        user = find_person(name)
        if user is None:
            raise UnknownPerson
        if user.is_bot or is_blocked_between(actor, user):
            raise CannotInvite
        _expect_patience(tournament, user)
        entrant, is_new = Entrant.objects.get_or_create(
            tournament=tournament, user=user, defaults={"status": Entrant.Status.INVITED}
        )
        if is_new:
            tell_invited(tournament, user)
            announce(tournament)
        return entrant


def _expect_patience(tournament: Tournament, user: User) -> None:
    """No host's invitations are a flood."""
    invited = Entrant.objects.filter(tournament__host=tournament.host_id, status=Entrant.Status.INVITED)
    lately = invited.filter(entered_at__gt=timezone.now() - timedelta(hours=1)).exclude(user=user)
    if lately.count() >= MOST_IN_AN_HOUR:
        raise TooManyInvitationsInAnHour


def disqualify(*, actor: User, pk: int, entrant_id: int, why: str) -> None:
    """Exclude somebody: an AI plays on for them, and their points no longer count."""
    with transaction.atomic():
        tournament = lock_for(actor, pk)
        entrant = tournament.entrants.select_related("user").filter(pk=entrant_id).first()
        if entrant is None or entrant.status == Entrant.Status.DISQUALIFIED:
            return
        entrant.status, entrant.note = Entrant.Status.DISQUALIFIED, why.strip()[:200]
        entrant.save(update_fields=["status", "note"])
        leave_seat(entrant)
        plan_again(tournament)
        trace_staff(tournament, actor, "disqualify", why, entrant.user)
        announce(tournament)


def call_off(*, actor: User, pk: int, why: str = "") -> None:
    """End it without a result: matches in play are played to their end, and count for nothing here."""
    with transaction.atomic():
        tournament = lock_for(actor, pk)
        close_without_result(tournament)
        trace_staff(tournament, actor, "call off tournament", why)


def close_without_result(tournament: Tournament) -> None:
    """Call it off, whoever asks for it. The caller holds the lock."""
    tournament.status, tournament.finished_at = Tournament.Status.CALLED_OFF, timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    unseal(RoundTable.objects.filter(round__tournament=tournament))
    tell_called_off(tournament)
    announce(tournament)


def leave_seat(entrant: Entrant) -> None:
    """Hand somebody's seat in the match that they play to an AI for good. The caller holds the lock."""
    seats = entrant.round_seats.filter(table__match__status=Match.Status.RUNNING)
    for match_id in list(seats.values_list("table__match", flat=True)):
        match = lock_table(match_id)
        if match.status == Match.Status.RUNNING and match.seats.filter(user=entrant.user, conceded_at=None).exists():
            give_up(match, entrant.user)


def _check(host: User, options: TournamentOptions) -> None:
    """Refuse what no page offers, and words that nobody may say."""
    if options.edition_id not in edition_files() or options.form not in Tournament.Form.values:
        raise UnknownChoice
    if options.seats not in load_edition(options.edition_id).money or options.pace not in Match.Pace.values:
        raise UnknownChoice
    expect_clean(host, f"{options.name} {options.about}")
