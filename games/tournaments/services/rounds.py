"""Rounds go on by themselves: what is due follows from rows, a signal makes it soon, the sweep makes it certain."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Match, RoundTable, Tournament, TournamentRound
from games.play.selectors.maintenance import maintenance_now
from games.tournaments.notices import tell_beginning
from games.tournaments.services.closing import close_round, count_again, go_on
from games.tournaments.services.hosting import close_without_result
from games.tournaments.services.locking import announce, lock_tournament
from games.tournaments.services.planning import draw_lots, has_enough, rest_barred
from games.tournaments.services.playing import begin_table, tables_to_begin

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE: Final = 20
# So long before a tournament begins its people are told.
TOLD_BEFORE: Final = {Match.Pace.LIVE: timedelta(minutes=30), Match.Pace.SLOW: timedelta(hours=12)}
Status = TournamentRound.Status


def run_due() -> None:
    """Do everything that is due; several may sweep at once, and one tournament that fails keeps no other waiting."""
    if maintenance_now() is not None:
        return
    for tournament_id in _to_tell():
        _attempt(tell_of_beginning, tournament_id=tournament_id)
    for tournament_id in _to_start():
        _attempt(start, tournament_id=tournament_id)
    for round_id in _to_begin():
        _attempt(begin_round, round_id=round_id)
    for round_id in _to_close():
        _attempt(close_round, round_id=round_id)


def follow_result(*, match_id: int) -> None:
    """Go on with the tournament of a match that is over, or whose result was changed."""
    table = RoundTable.objects.filter(match=match_id).select_related("round").first()
    if table is None:
        return
    if table.round.is_over:
        count_again(match_id=match_id)
    else:
        close_round(round_id=table.round_id)


def start(*, tournament_id: int) -> bool:
    """Begin a tournament whose time has come, or call it off where too few have entered."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if not tournament.is_open or tournament.starts_at > timezone.now():
            return False
        rest_barred(tournament)
        if not has_enough(tournament):
            close_without_result(tournament)
            return False
        tournament.status, tournament.started_at = Tournament.Status.RUNNING, timezone.now()
        tournament.save(update_fields=["status", "started_at"])
        draw_lots(tournament)
        go_on(tournament, 1)
        announce(tournament)
        return True


def begin_round(*, round_id: int) -> None:
    """Let a round begin whose time has come, and every table of it that has not; each in a transaction of its own."""
    tournament_id = TournamentRound.objects.values_list("tournament", flat=True).get(pk=round_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        due = tournament.round_set.filter(pk=round_id, status=Status.PLANNED, starts_at__lte=timezone.now())
        if tournament.is_running and due.update(status=Status.RUNNING):
            announce(tournament)
    for table_id in tables_to_begin(round_id):
        begin_table(tournament_id=tournament_id, table_id=table_id)


def tell_of_beginning(*, tournament_id: int) -> None:
    """Tell everybody once that it is about to begin."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.is_open and tournament.announced_at is None:
            tournament.announced_at = timezone.now()
            tournament.save(update_fields=["announced_at"])
            tell_beginning(tournament)


def _to_tell() -> list[int]:
    """Return what is about to begin and was not told; what was made later than that is told when it begins."""
    now = timezone.now()
    soon = Q()
    for pace, lead in TOLD_BEFORE.items():
        soon |= Q(pace=pace, starts_at__lte=now + lead)
    waiting = Tournament.objects.filter(soon, status=Tournament.Status.OPEN, announced_at=None, starts_at__gt=now)
    return list(waiting.values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def _to_start() -> list[int]:
    due = Tournament.objects.filter(status=Tournament.Status.OPEN, starts_at__lte=timezone.now())
    return list(due.order_by("starts_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def _to_begin() -> list[int]:
    """Return rounds whose time has come, and those in play of which a table has not begun."""
    waiting = Exists(RoundTable.objects.filter(round=OuterRef("pk"), match=None))
    due = Q(status=Status.PLANNED, starts_at__lte=timezone.now()) | (Q(status=Status.RUNNING) & waiting)
    rounds = TournamentRound.objects.filter(due, tournament__status=Tournament.Status.RUNNING)
    return list(rounds.order_by("starts_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def _to_close() -> list[int]:
    """Return rounds in play of which every table is over."""
    playing = Q(match=None) | Q(match__status=Match.Status.RUNNING, match__set_aside_at=None)
    going = Exists(RoundTable.objects.filter(playing, round=OuterRef("pk")))
    rounds = TournamentRound.objects.filter(~going, status=Status.RUNNING, tournament__status=Tournament.Status.RUNNING)
    return list(rounds.values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def _attempt(act: Callable[..., object], **asked: int) -> None:
    try:
        act(**asked)
    except Exception:
        logger.exception("A tournament does not go on: %s %s", act.__name__, asked)
