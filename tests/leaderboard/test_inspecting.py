"""Rated matches are read once, in the background; moderators see what stands out, players nothing."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from games.ai.brain import Brain, sight_of
from games.ai.ladder import director
from games.engine import apply, move_of, options
from games.engine.moves import to_entry
from games.engine.state import OVER
from games.fair_play.players import Helper
from games.history.timeline import Timeline
from games.models import Match, PlayedMove, Report
from games.models.due_work import MOST_TRIES
from games.operations.queues import all_backlogs
from games.play.services.results import conclude
from leaderboard.models import Inspection
from leaderboard.services import inspecting
from leaderboard.services.inspecting import (
    KEPT_FOR,
    content_of,
    forget_old_inspections,
    inspect_next,
    is_inspection_due,
)
from leaderboard.services.suspecting import suspect
from leaderboard.tasks import count_result
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.moderation.conftest import at_work, staff

pytestmark = pytest.mark.django_db
__all__ = ["at_work", "staff"]


def play(match: Match, brains: Sequence[Brain], seconds: float = 3.0) -> Match:
    """Play a match to its end by brains for its people, an answer every few seconds."""
    state, moves, dice = match.read_state(), [], Random(match.pk)
    while state.phase != OVER:
        seat = state.turn
        code = brains[seat](options(state), partial(sight_of, state, seat), dice).code
        move = move_of(state.edition, state.phase, code)
        state, events = apply(state, seat, move)
        moves.append((to_entry(seat, move), [event.to_json() for event in events]))
    PlayedMove.objects.bulk_create(
        PlayedMove(
            match=match,
            number=number,
            seat=entry[0],
            entry=entry,
            events=events,
            played_at=match.started_at + timedelta(seconds=seconds * number),
        )
        for number, (entry, events) in enumerate(moves, start=1)
    )
    match.write_state(state)
    match.number = len(moves)
    conclude(match=match, state=state)
    match.save()
    count_result(match.pk)
    return match


@pytest.fixture
def fed(people: People, table: Tables) -> list[Match]:
    """Three rated matches in which grace gives way to ada, and hedy to nobody."""
    return [play_fed(begin(people, table, "grace", "hedy", rated=True)) for _ in range(3)]


def play_fed(match: Match) -> Match:
    """Play a match in which grace helps ada, wherever they sit."""
    seat_of = {seat.user.username: seat.number for seat in match.seats.select_related("user") if seat.user}
    brains: list[Brain] = [director] * match.size
    brains[seat_of["grace"]] = Helper(director, seat_of["ada"], yields=1.0, feeds=1.0)
    return play(match, brains)


def test_who_feeds_is_shown_with_the_moves_and_how_often_that_is_wrong(
    fed: list[Match], people: People, at_work: Callable[[str], Client]
) -> None:
    assert is_inspection_due()
    call_command("inspect_matches")
    assert not is_inspection_due()
    row = Report.objects.get(kind="collusion")
    assert (row.about, row.also_about, row.reporter) == (people("ada"), people("grace"), None)
    seen = row.context["signals"]["moves"]
    assert seen["matches"] == [match.pk for match in fed]
    assert seen["moves"]
    assert seen["against"] > 10 * seen["against_on"]
    page = at_work("moderator").get(f"/admin/games/report/{row.pk}/change/").content.decode()
    first = seen["moves"][0]
    assert f"/tables/{first['match']}/replay/{first['number']}/" in page
    for words in ("Moves that help one rival", "Of honest pairs", "3 meetings", "The site judges nobody"):
        assert words in page
    for inspection in Inspection.objects.all():
        assert not inspect_next()
        assert set(inspection.content) == {"0", "1", "2"}


def test_looking_back_reads_what_was_kept_and_loads_no_match(fed: list[Match]) -> None:
    call_command("inspect_matches")
    with CaptureQueriesContext(connection) as asked:
        suspect(fed[-1])
    assert not [query["sql"] for query in asked if '"games_match"."state"' in query["sql"]]


def test_players_see_nothing_of_it(fed: list[Match], people: People) -> None:
    call_command("inspect_matches")
    assert Report.objects.exists()
    for name in ("ada", "grace", "hedy"):
        client = Client()
        client.force_login(people(name))
        addresses = (
            f"/people/{people('grace').pk}/",
            f"/tables/{fed[0].pk}/",
            f"/tables/{fed[0].pk}/replay/",
            "/reports/",
        )
        for address in addresses:
            page = client.get(address, follow=True).content.decode()
            assert "Moves that help one rival" not in page
            assert "Playing together against the others" not in page
        assert client.get(f"/admin/games/report/{Report.objects.earliest('pk').pk}/change/").status_code != 200
        assert "inspection" not in str(take_out(user=people(name))).lower()


def test_even_times_and_a_brains_answers_are_one_report(
    people: People, table: Tables, at_work: Callable[[str], Client]
) -> None:
    for _ in range(3):
        match = begin(people, table, "grace", rated=True)
        match.pace = Match.Pace.LIVE
        play(match, [director, director])
    call_command("inspect_matches")
    row = Report.objects.get(pattern=f"likeness/{people('ada').pk}")
    seen = row.context["signals"]["likeness"]
    assert seen["is_alike"]
    assert seen["agreed"] == seen["answers"]
    assert seen["times"]["is_even"]
    page = at_work("moderator").get(f"/admin/games/report/{row.pk}/change/").content.decode()
    assert "Answers like an AI’s" in page
    assert "Of honest people" in page


def test_a_sealed_match_waits_and_a_broken_one_keeps_nothing_waiting(people: People, table: Tables) -> None:
    sealed, broken, whole = (play(begin(people, table, "grace", rated=True), [director, director]) for _ in range(3))
    Match.objects.filter(pk=sealed.pk).update(sealed=True, spectators_allowed=False)
    broken.moves.filter(number=5).update(entry=[0, "bid", 99])
    call_command("inspect_matches")
    status = dict(Inspection.objects.values_list("match", "status"))
    assert status == {sealed.pk: "due", broken.pk: "failed", whole.pk: "done"}
    Match.objects.filter(pk=sealed.pk).update(sealed=False)
    assert inspect_next()


def test_operators_see_how_the_reading_stands_and_a_sealed_match_is_never_late(people: People, table: Tables) -> None:
    sealed, due = (begin(people, table, "grace", rated=True) for _ in range(2))
    Match.objects.filter(pk=sealed.pk).update(sealed=True, spectators_allowed=False)
    for match in (sealed, due):
        Inspection.objects.create(match=match, asked_at=timezone.now() - timedelta(minutes=15))
    found = {backlog.queue.name: backlog for backlog in all_backlogs()}["inspections"]
    assert (found.within_hour, found.late) == (1, 1)
    assert 900 <= (found.oldest or 0) < 960


def test_a_match_that_ends_every_process_which_reads_it_is_given_up(people: People, table: Tables) -> None:
    play(begin(people, table, "grace", rated=True), [director, director])
    Inspection.objects.update(tries=MOST_TRIES, claimed_until=timezone.now() - timedelta(seconds=1))
    assert is_inspection_due()
    assert not inspect_next()
    assert Inspection.objects.get().is_given_up
    assert not is_inspection_due()


def test_whoever_leaves_while_a_match_is_read_leaves_nothing_behind(
    people: People, table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(begin(people, table, "grace", rated=True), [director, director])

    def read_and_leave(match: Match, timeline: Timeline) -> dict[str, Any]:
        found = content_of(match, timeline)
        delete_account(user=people("grace"))
        return found

    monkeypatch.setattr(inspecting, "content_of", read_and_leave)
    assert inspect_next()
    assert set(Inspection.objects.get().content) == {"0"}


def test_what_was_read_goes_with_the_account_and_after_some_weeks(people: People, table: Tables) -> None:
    match = play(begin(people, table, "grace", rated=True), [director, director])
    play(begin(people, table, "grace", rated=False), [director, director])
    call_command("inspect_matches")
    assert set(Inspection.objects.get().content) == {"0", "1"}
    delete_account(user=people("grace"))
    assert set(Inspection.objects.get(match=match).content) == {"0"}
    Inspection.objects.update(asked_at=timezone.now() - KEPT_FOR - timedelta(days=1))
    forget_old_inspections()
    assert not Inspection.objects.exists()
