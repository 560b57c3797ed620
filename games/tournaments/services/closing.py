"""The end of a round: points, who was absent, and what comes next. All of it can be done again and is the same."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Entrant, Match, RoundSeat, RoundTable, Seat, Tournament, TournamentRound
from games.tournaments.notices import tell_finished
from games.tournaments.scoring import NO_RESULT, DealResult, duplicate_points, table_points
from games.tournaments.services.locking import announce, lock_tournament
from games.tournaments.services.planning import (
    LEAST_ENTRANTS,
    paired_entrants,
    place_in_divisions,
    plan_round,
    rest_barred,
)
from games.tournaments.services.playing import is_over
from games.tournaments.services.sealing import unseal

COUNTED = ("half_points", "score", "place", "was_absent")


def close_round(*, round_id: int) -> bool:
    """Count a round, and close it with its last table; the answer tells whether it was this call that closed it."""
    tournament_id = TournamentRound.objects.values_list("tournament", flat=True).get(pk=round_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        played = TournamentRound.objects.get(pk=round_id)
        tables = tables_of(played)
        if played.is_planned or not tournament.is_running:
            return False
        has_all = all(is_over(table) for table in tables)
        if has_all or not tournament.is_duplicate:
            count_round(tournament, tables)
            announce(tournament)
        if not has_all or played.is_over:
            return False
        _close(tournament, played, tables)
        return True


def count_again(*, match_id: int) -> None:
    """Count a round again whose result was changed, as by moderators, also when the tournament is over."""
    table = RoundTable.objects.filter(match=match_id, round__status=TournamentRound.Status.OVER).first()
    if table is None:
        return
    with transaction.atomic():
        tournament = lock_tournament(table.round.tournament_id)
        count_round(tournament, tables_of(table.round))
        announce(tournament)


def tables_of(played: TournamentRound) -> list[RoundTable]:
    """Return the tables of a round with their matches."""
    return list(played.tables.select_related("match").defer("match__state", "match__opening").order_by("number"))


def count_round(tournament: Tournament, tables: Sequence[RoundTable]) -> None:
    """Write down what each seat brought: it follows from the matches alone. The caller holds the lock."""
    results = [_results(table) for table in tables]
    points = duplicate_points(results) if tournament.is_duplicate and tables else [table_points(one) for one in results]
    seats = RoundSeat.objects.filter(table__in=tables).select_related("table")
    of_table = {table.pk: number for number, table in enumerate(tables)}
    changed = []
    for seat in seats:
        number = of_table[seat.table_id or 0]
        if is_over(tables[number]):
            _keep(seat, results[number][seat.number], points[number][seat.number])
            changed.append(seat)
    RoundSeat.objects.bulk_update(changed, COUNTED)


def _keep(seat: RoundSeat, result: DealResult, points: int | None) -> None:
    seat.score, seat.place = result.score, result.place
    seat.was_absent = seat.entrant_id is not None and not result.counts
    seat.half_points = None if seat.entrant_id is None else points or 0


def _results(table: RoundTable) -> list[DealResult]:
    """Return how every seat fared: without a result where the match has none or was put away."""
    match = table.match
    has_result = match is not None and match.status == Match.Status.FINISHED and _counts(match)
    seats = list(Seat.objects.filter(match=match).order_by("number")) if match is not None else []
    return [
        DealResult(
            score=seat.score if has_result else None,
            place=seat.place if has_result else None,
            counts=seat.user_id is not None and not seat.absence and seat.conceded_at is None,
        )
        for seat in seats
    ] or [NO_RESULT] * table.seats.count()


def _counts(match: Match) -> bool:
    return match.voided_at is None and match.set_aside_at is None


def _close(tournament: Tournament, played: TournamentRound, tables: Sequence[RoundTable]) -> None:
    """Close a round whose tables are all over: open them to everybody, note who vanished, and go on."""
    played.status, played.finished_at = TournamentRound.Status.OVER, timezone.now()
    played.save(update_fields=["status", "finished_at"])
    unseal(played.tables.all())
    _note_vanished(tables)
    go_on(tournament, played.number + 1)
    announce(tournament)


def _note_vanished(tables: Sequence[RoundTable]) -> None:
    """Whoever was absent, or for whom an AI played at the end, is not paired again before they are back."""
    for table in tables:
        gone = [seat.user_id for seat in Seat.objects.filter(match=table.match) if seat.absence or seat.stood_in_since]
        Entrant.objects.filter(round_seats__table=table, user__in=gone).update(is_away=True)


def go_on(tournament: Tournament, number: int) -> None:
    """Pair the next round, or end the tournament: after its last one, or where nobody is left to meet."""
    rest_barred(tournament)
    if number > tournament.all_rounds or len(paired_entrants(tournament)) < LEAST_ENTRANTS:
        _finish(tournament)
        return
    place_in_divisions(tournament, tournament.season_of(number))
    pause = timedelta(seconds=tournament.pause_seconds if number > 1 else 0)
    plan_round(tournament, number, timezone.now() + pause)


def _finish(tournament: Tournament) -> None:
    tournament.status, tournament.finished_at = Tournament.Status.FINISHED, timezone.now()
    tournament.save(update_fields=["status", "finished_at"])
    tell_finished(tournament)
