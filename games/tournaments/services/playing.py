"""The matches of a round: each begins once, when the round does."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.ai.levels import STAND_IN_LEVEL
from games.lobby.forms.table import USUAL_AUCTIONS
from games.models import Entrant, Match, RoundSeat, RoundTable, Seat, TableEvent, Tournament, TournamentRound
from games.play.services.deadlines import hand_to_ai
from games.play.services.locking import lock_table, seats_of
from games.play.services.moves import begin_match
from games.tournaments.services.locking import announce, lock_tournament

# Who plays where people are missing.
FILLING_LEVEL: Final = STAND_IN_LEVEL


def begin_table(*, tournament_id: int, table_id: int) -> bool:
    """Begin the match of a table; the answer tells whether it was this call that did."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        table = RoundTable.objects.select_related("round").get(pk=table_id)
        if table.match_id is not None or not table.round.is_running or not tournament.is_running:
            return False
        match = _open(tournament, table)
        table.match = match
        table.save(update_fields=["match"])
        begin_match(match=match)
        _stand_in_for_missing(tournament, table, match)
        announce(tournament)
        return True


def _open(tournament: Tournament, table: RoundTable) -> Match:
    """Open the table of a match: in a duplicate all of a round have the same secret, so the same tiles and seats."""
    dealt = {"secret": bytes(table.round.secret)} if tournament.is_duplicate else {}
    match = Match.objects.create(
        title=_title(tournament, table),
        host=tournament.host,
        edition_id=tournament.edition_id,
        size=tournament.seats,
        pace=tournament.pace,
        decision_seconds=tournament.decision_seconds,
        auctions=USUAL_AUCTIONS[tournament.pace],
        rated=tournament.rated,
        sealed=tournament.is_duplicate,
        spectators_allowed=not tournament.is_duplicate,
        ready_check=False,
        in_tournament=True,
        **dealt,
    )
    now = timezone.now()
    people = RoundSeat.objects.filter(table=table).select_related("entrant").order_by("number")
    Seat.objects.bulk_create(_seat(match, seat, now) for seat in people)
    return match


def _seat(match: Match, seat: RoundSeat, now: datetime) -> Seat:
    entrant = seat.entrant
    if entrant is None or not entrant.is_in:
        return Seat(match=match, number=seat.number, ai_level=FILLING_LEVEL)
    return Seat(match=match, number=seat.number, user_id=entrant.user_id, taken_at=now)


def _title(tournament: Tournament, table: RoundTable) -> str:
    """Return a name that everybody reads alike, so in the site's own language."""
    with override(settings.LANGUAGE_CODE):
        end = _("round %(number)s, table %(letter)s") % {"number": table.round.number, "letter": table.letter}
    return f"{tournament.name[: 57 - len(end)]} · {end}"


def _stand_in_for_missing(tournament: Tournament, table: RoundTable, match: Match) -> None:
    """At a live start an AI plays at once for whoever is not there; they have their seat back with one click."""
    if tournament.pace != Match.Pace.LIVE:
        return
    absent = absent_entrants(table)
    if not absent:
        return
    match = lock_table(match.pk)
    seats = seats_of(match)
    for seat in [seat for seat in seats if seat.user_id in absent]:
        hand_to_ai(match, seats, seat, TableEvent.Kind.AWAY, for_good=False)


def absent_entrants(table: RoundTable) -> set[int]:
    """Return the people of a table who have not been seen on the site for a while."""
    since = timezone.now() - timedelta(minutes=settings.TOURNAMENT_PRESENCE_MINUTES)
    here = Entrant.objects.filter(round_seats__table=table, user__seen_at__lt=since).exclude(seen_at__gte=since)
    return set(here.exclude(user__seats__looked_at__gte=since).values_list("user", flat=True))


def is_over(table: RoundTable) -> bool:
    """Tell whether nothing more comes of a table: it has a result, was ended without one, or was put away."""
    match = table.match
    if match is None:
        return False
    return match.status != Match.Status.RUNNING or match.set_aside_at is not None


def tables_to_begin(round_id: int) -> list[int]:
    """Return the tables of a round in play that have no match yet."""
    running = TournamentRound.Status.RUNNING
    tables = RoundTable.objects.filter(round=round_id, round__status=running, match=None)
    return list(tables.order_by("number").values_list("pk", flat=True))
