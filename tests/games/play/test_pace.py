"""How long AIs let people wait: fast, or skipped until a person is asked, by whoever is alone with them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import Bid, Pass
from games.lobby.services.tables import quick_start
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.services.ai_turns import run_due_turns
from games.play.services.moves import play_move
from games.play.services.pace import set_fast, skip_to_turn
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def slow_pauses(settings):
    """Nobody is answered for while a test looks on, unless it is hurried."""
    settings.AI_PAUSE_SECONDS = settings.FORCED_PAUSE_SECONDS = [60, 60]


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada has passed against three AIs, who take their time."""
    match = table(size=4, ai_levels=("trainee",) * 3, host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Pass(), number=1)
    match.refresh_from_db()
    return match


def is_due(match: Match) -> bool:
    match.refresh_from_db()
    return match.ai_due_at is not None and match.ai_due_at <= timezone.now()


def test_fast_begins_with_the_turn_that_is_waited_for(people, match):
    assert not is_due(match)
    before = match.version
    set_fast(match_id=match.pk, user=people("ada"), fast=True)
    assert is_due(match)
    assert match.version == before + 1
    run_due_turns()
    match.refresh_from_db()
    assert match.turn_seat == 0 or is_due(match)


def test_taken_back_they_pause_again(people, match):
    set_fast(match_id=match.pk, user=people("ada"), fast=True)
    set_fast(match_id=match.pk, user=people("ada"), fast=False)
    match.refresh_from_db()
    assert not match.fast_ai
    play_move(match_id=match.pk, seat=1, move=Pass(), number=2, by_ai=True)
    assert not is_due(match)


def test_whoever_skips_is_asked_next(people, match):
    skip_to_turn(match_id=match.pk, user=people("ada"))
    run_due_turns()
    match.refresh_from_db()
    assert (match.turn_seat, match.ai_due_at) == (0, None)
    assert match.moves.filter(by_ai=True).exists()


def test_a_skip_holds_until_a_person_is_asked_and_no_longer(people, match):
    skip_to_turn(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert match.is_skipping
    run_due_turns()
    match.refresh_from_db()
    assert not match.is_skipping
    play_move(match_id=match.pk, seat=0, move=Pass(), number=match.number + 1)
    assert not is_due(match)


def test_what_is_forced_is_skipped_as_well(people, table):
    """The trainee bids all that anybody has: ada can only pass, which would come by itself in a minute."""
    match = table(size=2, ai_levels=("trainee",), host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(0), number=1)
    purse = match.edition.money[2]
    play_move(match_id=match.pk, seat=1, move=Bid(purse), number=2, by_ai=True)
    assert not is_due(match)
    skip_to_turn(match_id=match.pk, user=people("ada"))
    assert is_due(match)


def test_alone_with_fast_ais_what_is_forced_comes_sooner(people, table):
    match = table(size=2, ai_levels=("trainee",), host_begins=True, fast_ai=True)
    play_move(match_id=match.pk, seat=0, move=Bid(0), number=1)
    play_move(match_id=match.pk, seat=1, move=Bid(match.edition.money[2]), number=2, by_ai=True)
    match.refresh_from_db()
    assert timedelta(seconds=10) < match.ai_due_at - timezone.now() <= timedelta(seconds=15)


def test_on_ones_own_turn_there_is_nothing_to_skip(people, table):
    match = table(size=2, ai_levels=("trainee",), host_begins=True)
    before = match.version
    skip_to_turn(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert (match.is_skipping, match.version) == (False, before)


@pytest.mark.parametrize("who", ["grace", "stranger"])
def test_where_others_play_too_only_the_host_says_how_fast(people, table, who):
    match = begin(people, table, "grace", size=3, ai_levels=("trainee",))
    with pytest.raises(ActionRefused):
        set_fast(match_id=match.pk, user=people(who), fast=True)
    for user in (people("ada"), people(who)):
        with pytest.raises(ActionRefused):
            skip_to_turn(match_id=match.pk, user=user)
    set_fast(match_id=match.pk, user=people("ada"), fast=True)


def test_a_guest_who_tries_it_sets_the_pace_on_the_table(guest):
    match = quick_start(user=guest, seats=4, studio=None, level="trainee", host_begins=True)
    client = Client()
    client.force_login(guest)
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert 'id="fast"' in page
    assert client.post(f"/tables/{match.pk}/pace/", {"fast": "on"}).status_code == 302
    match.refresh_from_db()
    assert match.fast_ai
    assert 'aria-pressed="true"' in client.get(f"/tables/{match.pk}/").content.decode()
    assert client.post(f"/tables/{match.pk}/pace/", {"skip": "1"}).status_code == 302


def test_who_may_not_is_told_so(people, match, client):
    client.force_login(people("grace"))
    client.post(f"/tables/{match.pk}/pace/", {"fast": "on"})
    match.refresh_from_db()
    assert not match.fast_ai
    assert 'id="fast"' not in client.get(f"/tables/{match.pk}/").content.decode()
