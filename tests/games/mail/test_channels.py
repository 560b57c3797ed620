"""One event by every way: each told once, failing alone, and in quiet hours not at all."""

import json
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from accounts.mail.services import FIRST_PAUSE, deliver_due
from accounts.models import Letter, PushDevice, User, Webhook
from accounts.notices import web_push
from accounts.notices.services import add_device, add_webhook
from accounts.sanctions.services.sanctions import impose
from games.lobby.services.seating import join_table
from games.talk.presence import look
from tests.accounts.notices.test_web_push import Phone
from tests.games.conftest import People
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import with_other_secrets
from tests.games.mail.correspondence import clock, later, match, told
from tests.games.matches import SLOW, begin
from tests.games.play.test_clocks import act
from tests.games.table.test_same_bytes import some_state
from tests.moderation.conftest import staff
from tests.post_office import post_office
from tests.receiver import Receiver, receiver

__all__ = ["clock", "later", "match", "post_office", "receiver", "staff"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(people: People, receiver: Receiver, settings: Any) -> Phone:
    """Ada's phone, which has subscribed."""
    settings.VAPID_PRIVATE_KEY = web_push.make_key()
    mine = Phone()
    add_device(user=people("ada"), endpoint=receiver.url, user_agent="", **mine.keys())
    return mine


def pushed(phone: Phone, receiver: Receiver) -> list[dict[str, str]]:
    """All that was pushed since this was asked last."""
    got = [phone.read(request.body) for request in receiver.requests]
    receiver.requests.clear()
    return got


def choose(user: User, **wishes: Any) -> None:
    User.objects.filter(pk=user.pk).update(**wishes)


def test_a_turn_goes_by_mail_to_the_phone_and_by_webhook_once_each(
    people, table, phone, receiver, later, post_office
) -> None:
    add_webhook(user=people("ada"), style=Webhook.Style.JSON, url=receiver.url)
    match = begin(people, table, "grace", host_begins=True, title="Friday night")
    for _ in range(3):
        later(minutes=1)
    assert told(post_office, "ada") == ["Your turn at “Friday night”: Bid or pass"]
    push, hook = receiver.requests
    assert phone.read(push.body) == {
        "title": "Your turn at “Friday night”: Bid or pass",
        "body": phone.read(push.body)["body"],
        "url": f"http://127.0.0.1:8000/tables/{match.pk}/way/",
        "tag": f"table/{match.pk}",
    }
    assert phone.read(push.body)["body"].startswith("You have until ")
    assert json.loads(hook.body)["title"] == phone.read(push.body)["title"]
    letter = Letter.objects.get(user=people("ada"), kind="games.my_turn")
    assert letter.told.split() == [f"push/{PushDevice.objects.get().pk}", f"webhook/{Webhook.objects.get().pk}", "mail"]
    assert letter.sent_at is not None


@pytest.mark.parametrize(
    ("language", "title", "zone"),
    [
        ("fr", "À vous de jouer à « Friday night » : Enchérissez ou passez", "CE"),
        ("de", "Du bist am Zug an „Friday night“: Biete oder passe", "CE"),
    ],
)
def test_what_is_pushed_is_worded_for_its_reader_when_it_goes_out(
    people, table, phone, receiver, later, language, title, zone
) -> None:
    begin(people, table, "grace", host_begins=True, title="Friday night")
    choose(people("ada"), language=language, time_zone="Europe/Berlin")
    later(minutes=0)
    [push] = pushed(phone, receiver)
    assert push["title"] == title
    assert f"({zone}" in push["body"]


def test_each_way_has_its_own_choice(people, table, phone, receiver, later, post_office) -> None:
    choose(people("ada"), mail_my_turn=False, push_kinds="my_turn")
    match = begin(people, table, "grace", host_begins=True, title="Friday night")
    later(minutes=0)
    assert told(post_office, "ada") == []
    assert [push["title"] for push in pushed(phone, receiver)] == ["Your turn at “Friday night”: Bid or pass"]
    later(hours=18)
    assert told(post_office, "ada") == ["“Friday night” is still waiting for you"]
    assert pushed(phone, receiver) == []
    choose(people("ada"), push_kinds="", mail_stand_in=False)
    later(hours=6)
    assert match.seats.get(number=0).stood_in_since is not None
    assert (told(post_office, "ada"), pushed(phone, receiver)) == ([], [])


def test_who_has_neither_mail_nor_device_for_turns_gets_no_letter_of_them(people, table) -> None:
    choose(people("ada"), mail_my_turn=False, mail_reminder=False)
    begin(people, table, "grace", host_begins=True)
    assert not Letter.objects.filter(user=people("ada"), kind__in=["games.my_turn", "games.reminder"]).exists()


def test_a_phone_that_cannot_be_reached_is_tried_again_and_nobody_else_is_told_twice(
    people, table, phone, receiver, clock, post_office, caplog
) -> None:
    receiver.status = 503
    begin(people, table, "grace", host_begins=True, title="Friday night")
    clock.shift(timedelta(minutes=2))
    deliver_due()
    assert told(post_office, "ada") == ["Your turn at “Friday night”: Bid or pass"]
    letter = Letter.objects.get(user=people("ada"), kind="games.my_turn")
    assert (letter.told, letter.sent_at, letter.attempts) == ("mail", None, 1)
    assert letter.due_at == timezone.now() + FIRST_PAUSE
    assert "did not come through" in caplog.text
    receiver.requests.clear()
    receiver.status = 201
    deliver_due()
    assert receiver.requests == []  # not at once
    clock.shift(FIRST_PAUSE)
    deliver_due()
    assert len(pushed(phone, receiver)) == 1
    assert told(post_office, "ada") == []
    letter.refresh_from_db()
    assert letter.sent_at is not None


def test_a_dead_mail_server_keeps_no_phone_waiting(people, table, phone, receiver, clock, post_office) -> None:
    post_office.answer = "451 Come back later"
    begin(people, table, "grace", host_begins=True)
    clock.shift(timedelta(minutes=2))
    deliver_due()
    assert len(pushed(phone, receiver)) == 1
    post_office.answer = "250 OK"
    clock.shift(FIRST_PAUSE)
    deliver_due()
    assert len(told(post_office, "ada")) == 1
    assert pushed(phone, receiver) == []


def test_who_has_no_confirmed_address_is_told_on_the_phone(people, table, phone, receiver, later) -> None:
    people("ada").emailaddress_set.all().delete()
    begin(people, table, "grace", host_begins=True)
    later(minutes=0)
    assert len(pushed(phone, receiver)) == 1


def test_about_one_table_there_is_at_most_one_message_of_a_kind_until_one_looks(
    match, people, phone, receiver, later, post_office
) -> None:
    for _ in range(3):
        later(minutes=1)
        act(match)
        while match.turn_seat != 0:
            act(match)
    assert len(pushed(phone, receiver)) == len(told(post_office, "ada")) == 1
    look(match=match, user=people("ada"))
    later(minutes=1)
    act(match)
    while match.turn_seat != 0:
        act(match)
    later(minutes=0)
    assert len(pushed(phone, receiver)) == len(told(post_office, "ada")) == 1


def test_in_quiet_hours_nothing_goes_out_and_afterwards_what_still_matters(
    people, table, phone, receiver, clock, post_office
) -> None:
    """It is noon in UTC: nine in the evening in Tokyo, where it is quiet until seven."""
    choose(people("ada"), time_zone="Asia/Tokyo", quiet_from=20, quiet_until=7)
    match = begin(people, table, "grace", host_begins=True, title="Friday night")
    other = begin(people, table, "hedy", host_begins=True, title="Elsewhere")
    clock.shift(timedelta(hours=9))
    deliver_due()
    assert (told(post_office, "ada"), pushed(phone, receiver)) == ([], [])
    look(match=other, user=people("ada"))
    clock.shift(timedelta(hours=1, minutes=2))
    deliver_due()
    assert told(post_office, "ada") == ["Your turn at “Friday night”: Bid or pass"]
    assert [push["tag"] for push in pushed(phone, receiver)] == [f"table/{match.pk}"]
    assert told(post_office, "grace")  # whose hours are others


def test_a_banned_person_is_told_nothing_anywhere(people, table, phone, receiver, later, post_office, staff) -> None:
    match = begin(people, table, "grace", host_begins=True)
    until = timezone.now() + timedelta(days=9)
    impose(actor=staff(), user=people("ada"), kind="suspension", reason="r", message="m", ends_at=until)
    later(minutes=0)
    assert match.turn_seat == 0
    assert pushed(phone, receiver) == []


def test_what_was_chosen_before_stays_chosen(people) -> None:
    ada, grace = people("ada"), people("grace")
    choose(ada, mail_my_turn=False)
    old = Letter.objects.create(user=ada, kind="games.ended", event="x", about={})
    import_module("accounts.migrations.0011_choices_are_kept").keep_choices(apps, None)
    for user in (ada, grace):
        user.refresh_from_db()
    assert (ada.mail_my_turn, ada.mail_reminder, ada.mail_mention) == (False, False, True)
    assert (grace.mail_my_turn, grace.mail_reminder) == (True, True)
    old.refresh_from_db()
    assert old.read_at == old.written_at  # no news under the bell


def test_guests_and_those_who_left_have_no_way(guest, people, table, later, post_office, receiver) -> None:
    match = table(size=2, **SLOW, host=guest, host_begins=True)
    join_table(match_id=match.pk, user=people("grace"))
    later(minutes=0)
    assert {mail["To"] for mail in post_office.mails} == {"grace@example.org"}
    assert receiver.requests == []


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_knowledge_gives_equal_pushes_and_webhooks(people, table, receiver, settings, post_office, seat) -> None:
    """What goes elsewhere is worded from what the reader may know, and nothing else."""
    settings.VAPID_PRIVATE_KEY = web_push.make_key()
    dice, phone, reader = Random(f"push/{seat}"), Phone(), people(("ada", "grace")[seat])
    add_device(user=reader, endpoint=receiver.url, user_agent="", **phone.keys())
    add_webhook(user=reader, style=Webhook.Style.JSON, url=receiver.url)
    match = begin(people, table, "grace", host_begins=True, title="Bytes", edition_id=EDITIONS[0])
    compared = 0
    for _ in range(10):
        state = some_state(EDITIONS[0], 2, dice)
        if state.turn != seat:
            continue
        receiver.requests.clear()
        for secrets in (state, with_other_secrets(state, seat, dice)):
            match.write_state(secrets)
            match.save()
            Letter.objects.all().delete()
            Letter.objects.create(pk=1, user=reader, kind="games.my_turn", event="turn", about={"match": match.pk})
            deliver_due()
        push, hook, other_push, other_hook = receiver.requests
        assert phone.read(push.body) == phone.read(other_push.body)
        assert len(push.body) == len(other_push.body)
        assert hook.body == other_hook.body
        compared += 1
    assert compared
