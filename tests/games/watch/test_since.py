"""What has happened at one's tables since one looked."""

import pytest
from django.test import Client

from accounts.models import Letter
from games.models import Match, PlayedMove, Seat
from games.play.services.notices import CALLED_OFF, FOUND
from games.watch.since import LINES, since_looked
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db
WON = {
    "event": "lot_won",
    "seat": 1,
    "quarter": 1,
    "location": "berlin",
    "price": 4,
    "share": 2,
    "pot": 0,
    "tiles": [],
}


def happened(match: Match, count: int = 1) -> None:
    """Entries that somebody else made."""
    location = match.edition.board[1].id
    events = [{**WON, "location": location}, {"event": "bid_passed", "seat": 0}]
    for number in range(match.number + 1, match.number + 1 + count):
        PlayedMove.objects.create(match=match, number=number, seat=1, entry=[1, "pass"], events=events)
    match.number += count
    match.save(update_fields=["number"])


def test_what_matters_is_told_once_until_it_is_seen(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", title="Night shoot")
    assert since_looked(people("ada")).lines == ()
    happened(match)
    (line,) = since_looked(people("ada")).lines
    assert "<b>grace</b> wins" in line.sentence
    assert line.table == "Night shoot"
    Seat.objects.filter(match=match, user=people("ada")).update(seen_number=match.number)
    assert since_looked(people("ada")).lines == ()


def test_it_stands_in_the_lobby_in_words(people: People, table: Tables) -> None:
    happened(begin(people, table, "grace", title="Night shoot"))
    client = Client()
    client.force_login(people("ada"))
    page = client.get("/lobby/").content.decode()
    assert "Since you looked" in page
    assert "<b>grace</b> wins" in page


def test_nothing_is_told_of_tables_that_are_not_ones_own(people: People, table: Tables) -> None:
    happened(begin(people, table, "grace"))
    assert since_looked(people("joan")).lines == ()


def test_the_list_stays_short(people: People, table: Tables) -> None:
    happened(begin(people, table, "grace"), count=30)
    assert len(since_looked(people("ada")).lines) == LINES


def test_what_stands_under_the_bell_is_told_too_but_not_what_the_lobby_shows_anyway(
    people: People, table: Tables
) -> None:
    match = begin(people, table, "grace", title="Kantine")
    Letter.objects.all().delete()
    for kind in (FOUND, CALLED_OFF):
        Letter.objects.create(
            user=people("ada"), kind=kind, event=kind, about={"match": match.pk, "why": "host"}, due_at=match.created_at
        )
    (line,) = since_looked(people("ada")).lines
    assert "Kantine" in line.sentence
