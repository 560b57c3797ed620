"""What orders saved is told at the end of a slow match and on a person's page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Seat
from games.table.orders.saved import ending_saved, own_saved
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def ordered(match: Match, *, seat: int = 0, count: int = 9) -> Match:
    """The match, over, its first moves of a seat made by order, each turn after a day."""
    finish(match)
    start = timezone.now() - timedelta(days=400)
    for move in match.moves.order_by("number"):
        move.played_at = start + timedelta(days=move.number)
        move.save(update_fields=["played_at"])
    wanted = match.moves.filter(seat=seat).order_by("number").values_list("pk", flat=True)[:count]
    match.moves.filter(pk__in=list(wanted)).update(by_order=True)
    return match


@pytest.fixture
def slow(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


def test_the_end_of_a_slow_match_tells_what_orders_saved_together(slow, people):
    ordered(slow)
    page = Client().get(f"/tables/{slow.pk}/").content.decode()
    assert "Orders saved everybody together:" in page
    assert "9 decisions" in page


def test_among_two_a_sum_would_tell_what_the_other_ordered(people, table):
    match = ordered(begin(people, table, "grace", host_begins=True))
    assert ending_saved(match) is None
    match.orders_shown = True
    assert ending_saved(match) is not None


def test_without_orders_nothing_is_said(slow):
    finish(slow)
    assert ending_saved(slow) is None


def test_a_persons_page_tells_what_their_orders_saved(slow, people):
    finish(slow)
    Seat.objects.filter(match=slow, user=people("ada")).update(decisions_by_order=41, saved_seconds=6 * 86400)
    page = Client().get("/people/ada/").content.decode()
    assert "about 6 days" in page
    assert "41 decisions" in page
    assert "Saved by orders" not in Client().get("/people/grace/").content.decode()


def test_the_sheet_tells_its_owner_alone_what_was_saved_so_far(slow, people):
    slow.moves.create(number=1, seat=0, entry=[0, "bid", 1], events=[], by_order=True)
    for name, is_told in (("ada", True), ("grace", False)):
        client = Client()
        client.force_login(people(name))
        page = client.get(f"/tables/{slow.pk}/orders/").content.decode()
        assert ("Your orders saved so far:" in page) == is_told


def test_a_substitute_is_told_nothing_of_what_was_ordered_before(slow, people):
    slow.moves.create(number=1, seat=0, entry=[0, "bid", 1], events=[], by_order=True)
    assert own_saved(slow, 0)
    slow.seats.filter(number=0).update(taken_over_at=timezone.now())
    assert own_saved(slow, 0) == {}
