"""`manage.py verify`: a line for everything that is broken, and exit 1 where anything is."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import Bid
from games.models import Match, PlayedMove
from games.play import verification
from games.play.services.moves import play_move
from games.play.verification import site_check
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def verify(capsys: Any, *arguments: object) -> tuple[int, list[str]]:
    status = 0
    try:
        call_command("verify", *map(str, arguments))
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, capsys.readouterr().out.splitlines()


@pytest.fixture
def match(people: Any, table: Any) -> Match:
    return finish(begin(people, table, "grace", "hedy"))


def test_everything_holds(capsys: Any, match: Match, people: Any, table: Any) -> None:
    begin(people, table, "grace")
    table(ai_levels=("trainee",), size=2)
    table()
    assert verify(capsys, "--all") == (0, ["4 checked, 0 broken"])
    assert verify(capsys, match.pk) == (0, ["1 checked, 0 broken"])


def stored(**changes: Any) -> Any:
    return lambda match: Match.objects.filter(pk=match.pk).update(**changes)


def in_state(**changes: Any) -> Any:
    return lambda match: Match.objects.filter(pk=match.pk).update(state=match.state | changes)


@pytest.mark.parametrize(
    ("invariant", "spoil"),
    [
        ("I1", lambda match: match.moves.filter(number=5).update(number=10_000)),
        ("I1", stored(number=3)),
        ("I2", lambda match: match.moves.filter(number=4).update(entry=[0, "bid", 99])),
        ("I2", in_state(pot=7)),
        ("I2", stored(state={"nonsense": True})),
        ("I2", stored(status=Match.Status.RUNNING)),
        ("I2", lambda match: match.seats.filter(number=0).update(score=999)),
        ("I2", lambda match: match.moves.filter(number=4).update(entry={})),
        ("I3", in_state(money=[])),
        ("I3", lambda match: in_state(money=[99, *match.state["money"][1:]])(match)),
        ("I4", in_state(discarded=[])),
        ("I4", in_state(markers=[])),
        ("I6", lambda match: match.moves.filter(number=2).update(seat=4)),
        ("I6", lambda match: PlayedMove.objects.filter(match=match, number=1).update(entry=[9, "pass"])),
    ],
)
def test_what_is_broken_is_named(capsys: Any, match: Match, invariant: str, spoil: Any) -> None:
    spoil(match)
    status, lines = verify(capsys, match.pk)
    assert status == 1
    assert any(line.startswith(f"match {match.pk}: {invariant}: ") for line in lines), lines
    assert lines[-1] == "1 checked, 1 broken"


@pytest.mark.parametrize("spoil", [stored(turn_seat=1), lambda match: match.seats.update(user=None)])
def test_a_match_that_nobody_goes_on_with_is_found(capsys: Any, people: Any, table: Any, spoil: Any) -> None:
    match = begin(people, table, "grace", host_begins=True)
    spoil(match)
    status, lines = verify(capsys, "--all")
    assert status == 1
    assert lines[0].startswith(f"match {match.pk}: I7: ")


def test_an_ai_that_is_never_due_is_found(capsys: Any, table: Any) -> None:
    match = table(ai_levels=("trainee",), size=2)
    match.seats.update(user=None, ai_level="trainee")
    Match.objects.filter(pk=match.pk).update(ai_due_at=None)
    assert "and is never due" in verify(capsys, match.pk)[1][0]


def test_one_broken_match_hides_no_other(capsys: Any, match: Match, people: Any, table: Any) -> None:
    other = begin(people, table, "grace")
    for spoilt in (match, other):
        Match.objects.filter(pk=spoilt.pk).update(state={"edition": 3})
    status, lines = verify(capsys, "--all")
    assert (status, lines[-1]) == (1, "2 checked, 2 broken")


def test_a_match_that_moved_on_meanwhile_is_looked_at_again(
    capsys: Any,
    people: Any,
    table: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = begin(people, table, "grace")
    seat, looks = match.read_state().turn, []
    true = verification.verify_match

    def look(found: Match) -> Any:
        if not looks:
            from games.engine import Bid

            play_move(match_id=match.pk, seat=seat, move=Bid(1), number=1)
        looks.append(found.number)
        return true(found)

    monkeypatch.setattr(verification, "verify_match", look)
    assert verify(capsys, match.pk) == (0, ["1 checked, 0 broken"])
    assert looks == [0, 1]


@pytest.fixture
def another_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "_site_checks", {})

    @site_check("I99")
    def nothing_holds() -> Iterator[str]:
        yield "nothing holds"


def test_others_add_checks_of_the_whole_site(capsys: Any, match: Match, another_check: None) -> None:
    assert verify(capsys, "--all") == (1, ["site: I99: nothing holds", "1 checked, 0 broken, 1 on the site"])
    assert verify(capsys, match.pk)[0] == 0


def test_a_match_that_is_not_there_and_no_match_at_all(capsys: Any, match: Match) -> None:
    assert verify(capsys, match.pk + 1) == (
        1,
        [f"match {match.pk + 1}: none: there is no such match", "1 checked, 1 broken"],
    )
    for wrong in ([], [match.pk, "--all"]):
        with pytest.raises(CommandError):
            call_command("verify", *map(str, wrong))


def test_verifying_writes_nothing(capsys: Any, match: Match, people: Any, table: Any) -> None:
    begin(people, table, "grace")
    with CaptureQueriesContext(connection) as queries:
        assert verify(capsys, "--all")[0] == 0
    verbs = {query["sql"].split()[0] for query in queries}
    assert verbs <= {"SELECT", "SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"}, verbs


def test_a_state_that_an_older_program_wrote_without_a_later_key_is_not_broken(
    capsys: Any, people: Any, table: Any
) -> None:
    match = begin(people, table, "grace", "hedy", host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(3), number=1)
    match.refresh_from_db()
    Match.objects.update(state={key: value for key, value in match.state.items() if key != "bids"})
    assert verify(capsys, match.pk) == (0, ["1 checked, 0 broken"])
    in_state(bids=[7, None, None])(match)
    assert verify(capsys, match.pk)[0] == 1
