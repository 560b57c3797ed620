"""Letters of slow tables and invitations, received by a real mail server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Letter
from games.lobby.services.invitations import decline_invitation
from games.models import Heartbeat, Match
from games.play.services.clocks import pause, resume
from games.talk.presence import look
from tests.games.conftest import People, Tables
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin_quietly
from tests.games.play.test_clocks import act, live
from tests.games.table.test_same_bytes import some_state
from tests.post_office import PostOffice, post_office

__all__ = ["post_office"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.TURN_MAIL_SECONDS = 0


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked, and has looked at nothing yet."""
    return begin_quietly(people, table, "grace", host_begins=True, title="Friday night")


def text_of(mail: Any, kind: str = "plain") -> str:
    return str(mail.get_body((kind,)).get_content())


def subject_of(mail: Any) -> str:
    return str(mail["Subject"]).strip()


@contextmanager
def wait(hours: float) -> Iterator[None]:
    """Later, without a downtime of ours."""
    with time_machine.travel(timezone.now() + hours * HOUR, tick=False):
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
        yield


def play_until_asked(match: Match, seat: int) -> None:
    """Plays on until the seat has to decide once more, after somebody else was asked."""
    act(match)
    while match.turn_seat == seat:
        act(match)
    while match.turn_seat != seat or match.ai_due_at is not None:
        act(match)


def test_whoever_is_asked_gets_one_mail_that_says_what_and_until_when(match, post_office: PostOffice):
    assert deliver_due() == 1
    assert deliver_due() == 0
    [mail] = post_office.mails
    assert mail["To"] == "ada@example.org"
    assert subject_of(mail) == "Your turn at “Friday night”: Bid or pass"
    for text in (text_of(mail), text_of(mail, "html")):
        assert f"/tables/{match.pk}/way/" in text
        assert "no bid yet" in text
        assert "UTC" in text
    off = re.search(r"<(.+)>", mail["List-Unsubscribe"])[1]
    assert off in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    ("language", "subject", "when"),
    [
        ("fr", "À vous de jouer à « Friday night » : Enchérissez ou passez", "CE"),
        ("de", "Du bist am Zug an „Friday night“: Biete oder passe", "CE"),
    ],
)
def test_it_is_in_the_readers_language_and_time(people, table, post_office: PostOffice, language, subject, when):
    ada = people("ada")
    ada.language, ada.time_zone = language, "Europe/Berlin"
    ada.save()
    begin_quietly(people, table, "grace", host_begins=True, title="Friday night")
    deliver_due()
    [mail] = post_office.mails
    assert subject_of(mail) == subject
    assert f"({when}" in text_of(mail)


def test_until_they_have_looked_nobody_hears_of_a_table_again(match, people, post_office: PostOffice):
    deliver_due()
    play_until_asked(match, 0)
    deliver_due()
    assert [mail["To"] for mail in post_office.mails].count("ada@example.org") == 1
    look(match=match, user=people("ada"))
    play_until_asked(match, 0)
    deliver_due()
    assert [mail["To"] for mail in post_office.mails].count("ada@example.org") == 2


def test_who_looks_before_it_is_sent_needs_no_mail(match, people, post_office: PostOffice, client):
    client.force_login(people("ada"))
    client.get(match.get_absolute_url())
    assert deliver_due() == 0
    assert Letter.objects.get(kind="games.my_turn").dropped_at is not None
    assert post_office.mails == []


def test_a_mail_waits_a_moment_for_its_reader_to_look(people, table, settings):
    settings.TURN_MAIL_SECONDS = 60
    match = begin_quietly(people, table, "grace", host_begins=True)
    assert deliver_due() == 0
    assert Letter.objects.get(kind="games.my_turn").due_at - match.asked_at >= timedelta(seconds=59)


@pytest.mark.parametrize("wish", ["off before", "off after", "unconfirmed", "banned", "played"])
def test_nobody_is_written_to_who_does_not_want_or_need_it(people, table, post_office: PostOffice, wish):
    ada = people("ada")
    ada.mail_my_turn = wish != "off before"
    ada.save()
    match = begin_quietly(people, table, "grace", host_begins=True)
    if wish == "off after":
        type(ada).objects.update(mail_my_turn=False)
    elif wish == "unconfirmed":
        ada.emailaddress_set.update(verified=False)
    elif wish == "banned":
        type(ada).objects.filter(pk=ada.pk).update(is_active=False)
    elif wish == "played":
        act(match)
    deliver_due()
    assert "ada@example.org" not in [mail["To"] for mail in post_office.mails]


def test_live_tables_and_matches_against_ais_write_of_no_turns(people, table):
    live(people, table)
    table(size=2, ai_levels=("trainee",), host_begins=True, pace="slow", decision_seconds=86400)
    assert set(Letter.objects.values_list("kind", flat=True)) == {"games.started"}


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(match, post_office: PostOffice):
    deliver_due()
    with wait(17.9):
        assert deliver_due() == 0
    with wait(18.1):
        assert deliver_due() == 1
        assert deliver_due() == 0
    assert subject_of(post_office.mails[-1]) == "“Friday night” is still waiting for you"


def test_a_reminder_moves_with_its_deadline(match, post_office: PostOffice):
    deliver_due()
    pause(match=match)
    with wait(30):
        assert deliver_due() == 0
        resume(match=match)
        assert deliver_due() == 0
    with wait(47):
        assert deliver_due() == 0
    with wait(49):
        assert deliver_due() == 1


def test_who_played_needs_no_reminder(match, post_office: PostOffice):
    deliver_due()
    act(match)
    with wait(20):
        deliver_due()
    assert [mail["To"] for mail in post_office.mails if "still" in mail["Subject"]] == ["grace@example.org"]


def test_an_invitation_is_told_by_mail_once(people, table, post_office: PostOffice):
    match = table(title="Matinee", invited=(people("grace"), people("hedy")))
    decline_invitation(invitation_id=match.invitations.get(user=people("hedy")).pk, user=people("hedy"))
    assert deliver_due() == 1
    [mail] = post_office.mails
    assert (mail["To"], subject_of(mail)) == ("grace@example.org", "ada invites you to “Matinee”")
    assert f"/tables/{match.pk}/way/" in text_of(mail)


def test_the_link_leads_past_the_door_to_the_very_decision(match, people):
    way = f"/tables/{match.pk}/way/"
    stranger = Client()
    assert stranger.get(way).headers["Location"] == f"/account/login/?next={way}"
    stranger.force_login(people("ada"))
    assert stranger.get(way).headers["Location"] == f"{match.get_absolute_url()}#actions"
    assert not match.moves.exists()


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_knowledge_gives_equal_mails(people, table, post_office: PostOffice, seat):
    """Mails are worded from what the reader may know, and nothing else."""
    dice = Random(f"mail/{seat}")
    match = begin_quietly(people, table, "grace", host_begins=True, title="Bytes", edition_id=EDITIONS[0])
    for _ in range(10):
        state = some_state(EDITIONS[0], 2, dice)
        if state.turn != seat:
            continue
        post_office.mails.clear()
        for secrets in (state, with_other_secrets(state, seat, dice)):
            match.write_state(secrets)
            match.secret = dice.randbytes(32)
            match.save()
            Letter.objects.all().delete()
            user = match.seats.get(number=seat).user
            Letter.objects.create(pk=1, user=user, kind="games.my_turn", event="turn", about={"match": match.pk})
            assert deliver_due() == 1
        one, other = post_office.mails
        assert text_of(one) == text_of(other)
        assert text_of(one, "html").split() == text_of(other, "html").split()
        assert one["Subject"] == other["Subject"]
