"""Letters of slow tables and invitations, received by a real mail server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from threading import Event
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Letter
from accounts.services import letters
from accounts.services.letters import FIRST_PAUSE, MOST_ATTEMPTS, deliver_due, forget_old_letters
from games.models import Heartbeat, Match
from games.services.clocks import pause, resume
from games.services.invitations import decline_invitation
from games.services.presence import look
from games.services.stand_ins import pass_deadlines
from games.tasks import sweep
from tests.engine.tables import EDITIONS
from tests.engine.test_view import with_other_secrets
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.services.test_clocks import act, live
from tests.games.test_same_bytes import some_state
from tests.post_office import PostOffice, post_office
from tests.processes import free_port

__all__ = ["post_office"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _at_once(settings: Any) -> None:
    settings.TURN_MAIL_SECONDS = 0


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked, and has looked at nothing yet."""
    return begin(people, table, "grace", host_begins=True, title="Friday night")


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
    """Plays on until the seat is asked once more, after somebody else was."""
    act(match)
    while match.turn_seat == seat:
        act(match)
    while match.turn_seat != seat:
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
    begin(people, table, "grace", host_begins=True, title="Friday night")
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
    match = begin(people, table, "grace", host_begins=True)
    assert deliver_due() == 0
    assert Letter.objects.get(kind="games.my_turn").due_at - match.asked_at >= timedelta(seconds=59)


@pytest.mark.parametrize("wish", ["off before", "off after", "unconfirmed", "banned", "played"])
def test_nobody_is_written_to_who_does_not_want_or_need_it(people, table, post_office: PostOffice, wish):
    ada = people("ada")
    ada.mail_my_turn = wish != "off before"
    ada.save()
    match = begin(people, table, "grace", host_begins=True)
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


def test_live_tables_and_matches_against_ais_write_nothing(people, table):
    live(people, table)
    table(size=2, ai_levels=("trainee",), host_begins=True, pace="slow", decision_seconds=86400)
    assert not Letter.objects.exists()


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(match, post_office: PostOffice):
    deliver_due()
    with wait(17.9):
        assert deliver_due() == 0
    with wait(18.1):
        assert deliver_due() == 1
        assert deliver_due() == 0
    assert subject_of(post_office.mails[-1]) == "“Friday night” still waits for you"


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


def test_a_dead_mail_server_delays_nothing_else(match, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert deliver_due() == 0
    letter = Letter.objects.get(kind="games.my_turn")
    assert (letter.attempts, letter.sent_at, letter.dropped_at) == (1, None, None)
    assert letter.due_at - timezone.now() > FIRST_PAUSE - timedelta(seconds=10)
    assert "The mail server is away" in caplog.text
    act(match)
    with wait(25):
        assert pass_deadlines() == 1


def test_what_could_not_be_sent_is_sent_later(match, post_office: PostOffice):
    post_office.answer = "451 Come back later"
    assert deliver_due() == 0
    post_office.answer = "250 OK"
    assert deliver_due() == 0  # not at once
    with wait(0.1):
        assert deliver_due() == 1
    assert len(post_office.mails) == 1


def test_one_address_that_is_refused_keeps_no_other_letter_back(match, people, table, post_office: PostOffice):
    begin(people, table, "hedy", host="zadie", host_begins=True)
    post_office.answer = "550 Nobody here of that name"
    assert deliver_due() == 0
    assert list(Letter.objects.filter(kind="games.my_turn").values_list("attempts", flat=True)) == [1, 1]


def test_after_many_attempts_a_letter_is_given_up(match, post_office: PostOffice):
    Letter.objects.update(attempts=MOST_ATTEMPTS)
    assert deliver_due() == 0
    assert Letter.objects.get(kind="games.my_turn").dropped_at is not None


def test_the_post_works_beside_everything_else_and_once_in_a_process(monkeypatch):
    began, may_end, rounds = Event(), Event(), []

    def slow() -> None:
        rounds.append(1)
        began.set()
        may_end.wait(10)

    monkeypatch.setattr(letters, "deliver_due", slow)
    letters.deliver_in_background()
    assert began.wait(10)
    letters.deliver_in_background()
    may_end.set()
    assert letters._at_work.acquire(timeout=10)
    letters._at_work.release()
    assert rounds == [1]


def test_a_sweep_rings_for_the_post(match, monkeypatch):
    rung = []
    monkeypatch.setattr("accounts.listeners.current_app.send_task", lambda name, **options: rung.append(name))
    sweep()
    assert rung == ["accounts.tasks.deliver_letters"]


def test_old_letters_are_forgotten(match):
    deliver_due()
    Letter.objects.update(written_at=timezone.now() - timedelta(days=61))
    assert forget_old_letters() == 1  # the reminder still waits
    assert Letter.objects.get().kind == "games.reminder"


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


def test_one_click_in_the_mail_program_turns_it_off_and_opening_the_link_does_not(match, people, post_office):
    deliver_due()
    off = re.search(r"<https?://[^/]+(.+)>", post_office.mails[0]["List-Unsubscribe"])[1]
    program = Client(enforce_csrf_checks=True)
    assert "No more of these mails?" in program.get(off).content.decode()
    ada = people("ada")
    assert ada.mail_my_turn
    assert program.post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ada.refresh_from_db()
    assert (ada.mail_my_turn, ada.mail_invitations) == (False, True)


@pytest.mark.parametrize("token", ["x", "WzEsIm1haWxfbXlfdHVybiJd:forged", "WzEsImlzX3N0YWZmIl0"])
def test_a_link_that_we_did_not_make_turns_nothing_off(people, token):
    assert Client().post(f"/notices/off/{token}/").status_code == 404
    assert people("ada").mail_my_turn


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_knowledge_gives_equal_mails(people, table, post_office: PostOffice, seat):
    """Mails are worded from what the reader may know, and nothing else."""
    dice = Random(f"mail/{seat}")
    match = begin(people, table, "grace", host_begins=True, title="Bytes", edition_id=EDITIONS[0])
    for _ in range(10):
        state = some_state(EDITIONS[0], 2, dice)
        if state.turn != seat:
            continue
        post_office.mails.clear()
        for secrets in (state, with_other_secrets(state, seat, dice)):
            match.write_state(secrets)
            match.save()
            Letter.objects.all().delete()
            user = match.seats.get(number=seat).user
            Letter.objects.create(pk=1, user=user, kind="games.my_turn", event="turn", about={"match": match.pk})
            assert deliver_due() == 1
        one, other = post_office.mails
        assert text_of(one) == text_of(other)
        assert text_of(one, "html").split() == text_of(other, "html").split()
        assert one["Subject"] == other["Subject"]
