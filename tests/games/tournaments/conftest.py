"""Tournaments in play without waiting for them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Match, Tournament, TournamentRound
from games.tournaments.services.entering import enter
from games.tournaments.services.hosting import TournamentOptions, make_tournament
from games.tournaments.services.rounds import run_due
from tests.games.conftest import People
from tests.games.matches import finish

Tournaments = Callable[..., Tournament]


@pytest.fixture
def tournament(people: People, settings: Any) -> Tournaments:
    """A tournament of the host's with so many entrants, called p1, p2 and so on; it begins when the sweep comes."""
    settings.TOURNAMENT_HOST_MATCHES = 0

    def made(entrants: int = 0, **said: Any) -> Tournament:
        options = {
            "name": "The Golden Reel",
            "form": Tournament.Form.SWISS,
            "starts_at": timezone.now() + timedelta(hours=1),
            "edition_id": DEFAULT_EDITION,
            "size": 128,
            "pause_seconds": 0,
            **said,
        }
        made = make_tournament(host=people("host"), options=TournamentOptions(**options))
        for number in range(1, entrants + 1):
            enter(tournament_id=made.pk, user=people(f"p{number}"))
        return made

    return made


def begin(tournament: Tournament) -> TournamentRound:
    """Let a tournament and its first round begin."""
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())
    run_due()
    return latest(tournament)


def latest(tournament: Tournament) -> TournamentRound:
    tournament.refresh_from_db()
    return tournament.round_set.order_by("-number")[0]


def matches_of(played: TournamentRound) -> list[Match]:
    return list(Match.objects.filter(tournament_table__round=played).order_by("tournament_table__number"))


def finish_round(played: TournamentRound, but: int = 0) -> list[Match]:
    """Play all matches of a round to their end, but for so many of the last; then the sweep comes."""
    playing = [match for match in matches_of(played) if match.status == Match.Status.RUNNING]
    for match in playing[: len(playing) - but]:
        finish(match)
    run_due()
    return matches_of(played)
