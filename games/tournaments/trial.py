"""A tournament between AI accounts, played by the real services: stopped at any moment, it goes on where it stood."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import Any, Final

from django.utils import timezone

from accounts.models import User
from games.ai.brain import sight_of
from games.ai.levels import LEVELS
from games.engine import move_of, options
from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Match, RoundSeat, RoundTable, Tournament, TournamentRound
from games.play.services.moves import TableMoved, play_move
from games.tournaments.scoring import DealResult, duplicate_points, table_points
from games.tournaments.services.entering import enter
from games.tournaments.services.hosting import UNDER_WAY, TournamentOptions, begin_now, make_tournament
from games.tournaments.services.rounds import run_due

NAME: Final = "Trial"
LEVEL: Final = "trainee"


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried."""

    entrants: int = 64
    rounds: int = 6
    seats: int = 4
    form: str = Tournament.Form.DUPLICATE
    edition: str = DEFAULT_EDITION


def run_trial(trial: Trial, tell: Callable[[str], None]) -> dict[str, Any]:
    """Open the trial, or take up the one that was stopped, and play it to its end; return what came of it."""
    tournament = Tournament.objects.filter(name=NAME, status__in=UNDER_WAY).first() or _open(trial)
    if tournament.is_open:
        _fill(tournament, trial)
    while tournament.status in UNDER_WAY:
        run_due()
        for match in Match.objects.filter(in_tournament=True, status=Match.Status.RUNNING).order_by("pk"):
            play_out(match)
            tell(f"over {match.pk}")
        tournament.refresh_from_db()
    return report_of(tournament)


def play_out(match: Match) -> None:
    """Play a match to its end, every seat by a quick brain, through the same door as everybody."""
    dice, brain = Random(match.pk), LEVELS[LEVEL].brain  # noqa: S311 - a simulation
    while match.status == Match.Status.RUNNING:
        state = match.read_state()
        answers = options(state)
        code = answers[0] if len(answers) == 1 else brain(answers, partial(sight_of, state, state.turn), dice).code
        move = move_of(state.edition, state.phase, code)
        with suppress(TableMoved):  # a worker may be answering as well
            play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1)
        match.refresh_from_db()


def _open(trial: Trial) -> Tournament:
    """Make the tournament; whoever is killed before all have entered lets them enter later."""
    host, _ = User.objects.get_or_create(username="trial host", defaults={"is_staff": True})
    return make_tournament(
        host=host,
        options=TournamentOptions(
            name=NAME,
            form=trial.form,
            starts_at=timezone.now() + timedelta(hours=1),
            edition_id=trial.edition,
            size=trial.entrants,
            seats=trial.seats,
            rounds=trial.rounds,
            pause_seconds=0,
        ),
    )


def _fill(tournament: Tournament, trial: Trial) -> None:
    """Let everybody enter, whoever had before a stop too, and begin."""
    for number in range(1, trial.entrants + 1):
        user, is_new = User.objects.get_or_create(username=f"trial {number}")
        if is_new:
            user.emailaddress_set.create(email=f"trial{number}@example.org", verified=True, primary=True)
        enter(tournament_id=tournament.pk, user=user)
    begin_now(actor=tournament.host, pk=tournament.pk)


def report_of(tournament: Tournament) -> dict[str, Any]:
    """Count what must hold of a tournament that is over: everything exactly once."""
    rounds = list(tournament.round_set.order_by("number"))
    tables = list(RoundTable.objects.filter(round__tournament=tournament).select_related("match", "round"))
    seats = list(RoundSeat.objects.filter(round__tournament=tournament, entrant__isnull=False))
    met = Counter(
        frozenset(pair)
        for table in tables
        for pair in combinations([seat.entrant_id for seat in seats if seat.table_id == table.pk], 2)
    )
    return {
        "status": tournament.status,
        "rounds": [one.status for one in rounds],
        "matches": Match.objects.filter(in_tournament=True).count(),
        "tables": len(tables),
        "finished": sum(table.match is not None and table.match.status == "finished" for table in tables),
        "sealed": Match.objects.filter(sealed=True).count(),
        "seats_a_round": sorted({sum(seat.round_id == one.pk for seat in seats) for one in rounds}),
        "met_again": sum(count > 1 for count in met.values()),
        "deals_a_round": sorted({len(_deals(tables, one)) for one in rounds}),
        "wrong_points": sum(_wrong_points(tournament, one) for one in rounds),
    }


def _deals(tables: Sequence[RoundTable], played: TournamentRound) -> set[str]:
    return {table.match.commitment for table in tables if table.round_id == played.pk and table.match is not None}


def _wrong_points(tournament: Tournament, played: TournamentRound) -> int:
    """Count seats whose stored points are not those that follow from the matches."""
    tables = list(played.tables.select_related("match").order_by("number"))
    results = [_results(table.match) for table in tables if table.match is not None]
    points = duplicate_points(results) if tournament.is_duplicate else [table_points(one) for one in results]
    stored = [[seat.half_points for seat in table.seats.order_by("number")] for table in tables]
    pairs = zip(chain.from_iterable(points), chain.from_iterable(stored), strict=True)
    return sum(follows != kept for follows, kept in pairs)


def _results(match: Match) -> list[DealResult]:
    """Return how every seat fared; those of AIs count for nobody."""
    return [
        DealResult(seat.score, seat.place, counts=seat.user_id is not None and not seat.absence)
        for seat in match.seats.order_by("number")
    ]
