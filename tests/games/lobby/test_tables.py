"""Opening tables, changing them, and the end of those that nobody starts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.lobby.services.dissolving import dissolve_stale, dissolve_table
from games.lobby.services.seating import join_table
from games.lobby.services.tables import TableOptions, change_options, quick_start
from games.models import Match
from games.play import refusals
from tests.games.conftest import People, Tables


def test_the_host_sits_first_and_the_ais_last(people: People, table: Tables) -> None:
    match = table(size=5, ai_levels=("trainee", "trainee"), title="Late show")
    assert [str(seat.user or seat.ai_level) for seat in match.seats.order_by("number")] == [
        "ada",
        "",
        "",
        "trainee",
        "trainee",
    ]
    assert match.status == Match.Status.OPEN


def test_a_quick_start_is_in_play_at_once(people: People) -> None:
    match = quick_start(user=people("ada"), seats=4, studio=2, level="trainee")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(user=people("ada")).studio == 2
    assert not match.rated


@pytest.mark.parametrize(
    ("options", "levels"),
    [
        ({"size": 6}, ()),
        ({"size": 1}, ()),
        ({"edition_id": "monopoly"}, ()),
        ({"size": 2}, ("trainee", "trainee")),
        ({}, ("random",)),
    ],
)
def test_what_no_page_offers_is_refused(
    people: People, table: Tables, options: dict[str, object], levels: tuple[str, ...]
) -> None:
    with pytest.raises(refusals.UnknownChoice):
        table(ai_levels=levels, **options)
    assert not Match.objects.exists()


def test_one_person_opens_only_so_many_tables(table: Tables, settings: object, guest: User) -> None:
    settings.OPEN_TABLES, settings.GUEST_OPEN_TABLES = 2, 1
    table()
    table()
    with pytest.raises(refusals.TooManyOpenTables):
        table()
    with pytest.raises(refusals.TooManyOpenTables):
        table(size=2, ai_levels=("trainee",), starts_when_full=False)  # full now, but the AI could be sent away
    table(host=guest)
    with pytest.raises(refusals.TooManyOpenTables):
        table(host=guest)


def test_one_person_sits_at_only_so_many_tables(people: People, table: Tables, settings: object) -> None:
    settings.TABLES = 2
    quick_start(user=people("ada"), seats=2, studio=None, level="trainee")
    table()
    with pytest.raises(refusals.TooManyTables):
        quick_start(user=people("ada"), seats=3, studio=None, level="trainee")
    with pytest.raises(refusals.TooManyTables):
        join_table(match_id=table(host="grace").pk, user=people("ada"))


def test_options_change_while_nobody_else_is_seated(people: People, table: Tables) -> None:
    match = table(size=5, ai_levels=("trainee",), studios_chosen=True)
    options = TableOptions(size=3, edition_id="traumfabrik-2000", open_money=True)
    change_options(match_id=match.pk, host=people("ada"), options=options)
    match.refresh_from_db()
    assert (match.size, match.edition_id, match.open_money) == (3, "traumfabrik-2000", True)
    assert [str(seat.user or seat.ai_level) for seat in match.seats.order_by("number")] == ["ada", "", ""]


def test_options_are_settled_once_somebody_sits_there(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(refusals.OthersSeated):
        change_options(match_id=match.pk, host=people("ada"), options=TableOptions(size=3))
    with pytest.raises(refusals.NotHost):
        change_options(match_id=match.pk, host=people("grace"), options=TableOptions(size=3))


def test_a_table_that_nobody_starts_dissolves_after_a_day(table: Tables) -> None:
    old, young, begun = table(), table(), table(size=2, ai_levels=("trainee",))
    long_ago = timezone.now() - timedelta(hours=25)
    Match.objects.filter(pk__in=[old.pk, begun.pk]).update(created_at=long_ago)
    tasks.sweep()
    statuses = dict(Match.objects.values_list("pk", "status"))
    assert statuses == {old.pk: "dissolved", young.pk: "open", begun.pk: "running"}
    assert dissolve_stale() == 0


def test_a_slow_table_that_nobody_starts_stays_a_week(table: Tables) -> None:
    old, young = table(pace=Match.Pace.SLOW), table(pace=Match.Pace.SLOW)
    for match, days in ((old, 8), (young, 6)):
        Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - timedelta(days=days))
    assert dissolve_stale() == 1
    assert dict(Match.objects.values_list("pk", "status")) == {old.pk: "dissolved", young.pk: "open"}


def test_the_host_calls_a_table_off(people: People, table: Tables) -> None:
    match = table()
    with pytest.raises(refusals.NotHost):
        dissolve_table(match_id=match.pk, host=people("grace"))
    dissolve_table(match_id=match.pk, host=people("ada"))
    with pytest.raises(refusals.TableGone):
        dissolve_table(match_id=match.pk, host=people("ada"))
