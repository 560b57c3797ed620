"""What people are told about a tournament: by mail and under the bell, each once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Letter
from games.mail.news import tell_news
from games.models import Entrant, Tournament, TournamentRound
from games.play.services.notices import TOURNAMENT
from games.tournaments.services.entering import enter
from games.tournaments.services.hosting import call_off, invite
from games.tournaments.services.rounds import run_due
from tests.games.conftest import People
from tests.games.tournaments.conftest import Tournaments, begin, finish_round

pytestmark = pytest.mark.django_db


def told(what: str) -> list[str]:
    return sorted(Letter.objects.filter(kind=TOURNAMENT, about__what=what).values_list("user__username", flat=True))


def delivered() -> list[tuple[str, str]]:
    """What goes out to people who have not looked since; of matches they hear elsewhere."""
    Letter.objects.exclude(kind=TOURNAMENT).delete()
    Entrant.objects.update(seen_at=timezone.now() - timedelta(days=1))
    mail.outbox.clear()
    deliver_due()
    return sorted((message.to[0], message.subject) for message in mail.outbox)


def test_everybody_is_told_once_that_it_is_about_to_begin(tournament: Tournaments) -> None:
    made = tournament(entrants=2, starts_at=timezone.now() + timedelta(minutes=20))
    run_due()
    run_due()
    assert told("begins") == ["p1", "p2"]
    words = "The tournament “The Golden Reel” is about to begin"
    assert delivered() == [("p1@example.org", words), ("p2@example.org", words)]
    assert f"/tournaments/{made.pk}/" in mail.outbox[0].body


def test_a_round_is_told_of_with_ones_table(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=2, pause_seconds=600)
    finish_round(begin(made))
    assert told("round") == ["p1", "p2", "p3", "p4"]
    assert delivered()[0] == ("p1@example.org", "Round 2 of “The Golden Reel” is about to begin")
    assert "Table A" in mail.outbox[0].body


def test_a_round_that_has_begun_is_not_told_of(tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=2, pause_seconds=600)
    finish_round(begin(made))
    TournamentRound.objects.filter(number=2).update(starts_at=timezone.now())
    run_due()
    assert delivered() == []


def test_an_invitation_the_end_and_a_calling_off_are_told_of(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=1)
    invite(actor=people("host"), pk=made.pk, name=people("ada").username)
    assert delivered() == [("ada@example.org", "host invites you to the tournament “The Golden Reel”")]
    finish_round(begin(made))
    assert told("finished") == ["p1", "p2", "p3", "p4"]
    assert delivered()[0] == ("p1@example.org", "The tournament “The Golden Reel” is over")
    assert "Your final place:" in mail.outbox[0].body
    other = tournament(entrants=1, name="Another")
    call_off(actor=people("host"), pk=other.pk)
    assert delivered() == [("p1@example.org", "The tournament “Another” is called off")]


def test_the_one_mail_a_day_tells_what_its_reader_wants_to_hear_of(people: People, tournament: Tournaments) -> None:
    ada = people("ada")
    ada.digest_hour, ada.mail_start, ada.mail_called_off = 8, False, False
    ada.save()
    for name in ("Asked", "Called off"):
        made = tournament(name=name)
        invite(actor=people("host"), pk=made.pk, name="ada")
    enter(tournament_id=made.pk, user=ada)
    call_off(actor=people("host"), pk=made.pk)
    delivered()
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        deliver_due()
    [told_ada] = mail.outbox
    assert "invites you to the tournament “Asked”" in told_ada.body
    assert "is called off" not in told_ada.body


def test_it_stands_under_the_bell(tournament: Tournaments, people: People) -> None:
    made = tournament(entrants=2, starts_at=timezone.now() + timedelta(minutes=20))
    run_due()
    (news,) = tell_news(Letter.objects.filter(user=people("p1"), kind=TOURNAMENT))
    assert news.words == "The tournament “The Golden Reel” is about to begin"
    assert news.url == made.get_absolute_url()


def test_who_looks_at_the_page_needs_no_letter(tournament: Tournaments, people: People, client: Any) -> None:
    made = tournament(entrants=1, starts_at=timezone.now() + timedelta(minutes=20))
    run_due()
    Letter.objects.exclude(kind=TOURNAMENT).delete()
    client.force_login(people("p1"))
    Entrant.objects.update(seen_at=None)
    client.get(f"/tournaments/{made.pk}/")
    mail.outbox.clear()
    deliver_due()
    assert mail.outbox == []
    assert Tournament.objects.get().announced_at is not None
