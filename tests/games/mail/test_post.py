"""The post: a letter goes out whatever happens to it on the way, unless its reader turned it off."""

import re
from datetime import timedelta
from threading import Event

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import services
from accounts.mail.messages import seal
from accounts.mail.services import FIRST_PAUSE, MOST_ATTEMPTS, deliver_due, forget_old_letters
from accounts.models import Letter
from games.operations.queues import MAILS, backlog_of
from games.play.services.deadlines import pass_deadlines
from games.play.services.maintenance import begin_maintenance
from games.tasks import sweep
from tests.games.mail.test_letters import at_once, match, wait
from tests.games.matches import begin_quietly
from tests.games.play.test_clocks import act
from tests.post_office import PostOffice, post_office
from tests.processes import free_port

__all__ = ["at_once", "match", "post_office"]
pytestmark = pytest.mark.django_db


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
    begin_quietly(people, table, "hedy", host="zadie", host_begins=True)
    post_office.answer = "550 Nobody here of that name"
    assert deliver_due() == 0
    assert list(Letter.objects.filter(kind="games.my_turn").values_list("attempts", flat=True)) == [1, 1]


@pytest.mark.parametrize(("trouble", "late"), [("away", 1), ("strange to us", 1), ("this address", 0)])
def test_mails_are_late_where_the_server_takes_none_and_not_where_it_refuses_one(
    match, settings, post_office: PostOffice, trouble, late
):
    if trouble == "away":
        settings.EMAIL_PORT = free_port()
    post_office.knows_us = trouble != "strange to us"
    post_office.answer = "550 Nobody here of that name"
    assert deliver_due() == 0
    with wait(0.05):
        assert deliver_due() == 0
        assert backlog_of(MAILS).late == late


def test_mails_are_late_no_more_once_the_server_takes_one(match, people, table, settings, post_office: PostOffice):
    settings.EMAIL_PORT, port = free_port(), settings.EMAIL_PORT
    deliver_due()
    settings.EMAIL_PORT = port
    begin_quietly(people, table, "hedy", host="zadie", host_begins=True)
    assert Letter.objects.exclude(held_since=None).count() == 1
    assert deliver_due() == 1
    assert not Letter.objects.exclude(held_since=None).exists()


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

    monkeypatch.setattr(services, "deliver_due", slow)
    services.deliver_in_background()
    assert began.wait(10)
    services.deliver_in_background()
    may_end.set()
    assert services._at_work.acquire(timeout=10)
    services._at_work.release()
    assert rounds == [1]


def test_a_sweep_has_due_letters_delivered(match, monkeypatch):
    queued = []
    monkeypatch.setattr("accounts.listeners.enqueue", lambda name, **options: queued.append(name))
    sweep()
    assert queued == ["accounts.tasks.deliver_letters"]


def test_old_letters_are_forgotten(match):
    deliver_due()
    Letter.objects.update(written_at=timezone.now() - timedelta(days=61))
    assert forget_old_letters() == 1  # the reminder still waits
    assert Letter.objects.get().kind == "games.reminder"


def test_one_click_in_the_mail_program_turns_it_off_and_opening_the_link_does_not(match, people, post_office):
    deliver_due()
    off = re.search(r"<https?://[^/]+(.+)>", post_office.mails[0]["List-Unsubscribe"])[1]
    program = Client(enforce_csrf_checks=True)
    assert "Stop these e-mails?" in program.get(off).content.decode()
    ada = people("ada")
    assert ada.mail_my_turn
    assert program.post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ada.refresh_from_db()
    assert (ada.mail_my_turn, ada.mail_invitations) == (False, True)


def test_while_the_house_is_worked_on_one_can_have_no_more_mail(people):
    begin_maintenance(actor=None, why="an update")
    ada = people("ada")
    off = reverse("notices-off", args=[seal(ada, "mail_my_turn")])
    assert Client(enforce_csrf_checks=True).post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ada.refresh_from_db()
    assert not ada.mail_my_turn


@pytest.mark.parametrize("token", ["x", "WzEsIm1haWxfbXlfdHVybiJd:forged", "WzEsImlzX3N0YWZmIl0"])
def test_a_link_that_we_did_not_make_turns_nothing_off(people, token):
    assert Client().post(f"/notices/off/{token}/").status_code == 404
    assert people("ada").mail_my_turn
