"""One mail a day in place of all others, and the one click that ends mails."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail.messages import seal
from accounts.mail.services import deliver_due
from accounts.models import Letter
from accounts.models.user import NOTICES
from games.lobby.services.invitations import decline_invitation
from games.models import Match
from games.talk.services import say
from tests.games.mail.correspondence import clock, later, play_out, told
from tests.games.mail.test_channels import choose, phone, pushed
from tests.games.mail.test_letters import subject_of, text_of
from tests.games.matches import begin
from tests.post_office import post_office
from tests.receiver import receiver

__all__ = ["clock", "later", "phone", "post_office", "receiver"]
pytestmark = pytest.mark.django_db


def test_one_mail_a_day_tells_what_waits_and_what_happened_in_place_of_all_others(
    people, table, phone, receiver, clock, later, post_office
) -> None:
    ada = people("ada")
    choose(ada, digest_hour=8, time_zone="Europe/Berlin", mail_start=False)
    begin(people, table, "grace", host_begins=True, title="Friday night")
    table("hedy", title="Matinee", size=3, invited=(ada,))
    begin(people, table, "ada", host="fritz", host_begins=True, title="Elsewhere")
    later(minutes=0)
    assert told(post_office, "ada") == []
    assert {push["title"] for push in pushed(phone, receiver)} == {
        "Your turn at “Friday night”: Bid or pass",
        "hedy invites you to “Matinee”",
        "“Elsewhere” has started",
    }
    move_to(clock, "07:02")
    [mail] = [mail for mail in post_office.mails if mail["To"] == "ada@example.org"]
    post_office.mails.clear()
    assert subject_of(mail) == "One table is waiting for you"
    for text in (text_of(mail), text_of(mail, "html")):
        assert "Friday night" in text
        assert "Bid or pass" in text
        assert "hedy invites you to “Matinee”" in text
        assert "Elsewhere" not in text  # of starts she wants to hear nothing
    assert "(CE" in text_of(mail)
    # The table still waits, so it comes again; what was told is not told again.
    move_to(clock, "07:02")
    [mail] = [mail for mail in post_office.mails if mail["To"] == "ada@example.org"]
    assert "Matinee" not in text_of(mail)


def move_to(clock: Any, hour: str) -> None:
    """To that hour of the next day, in UTC; whatever is due goes out."""
    tomorrow = (timezone.now() + timedelta(days=1)).date()
    clock.move_to(datetime.fromisoformat(f"{tomorrow} {hour}:00+00:00"), tick=False)
    Match.objects.update(deadline_at=timezone.now() + timedelta(days=3))
    deliver_due()


def test_who_has_seen_everything_gets_no_mail_that_day(people, table, clock, later, post_office) -> None:
    ada = people("ada")
    choose(ada, digest_hour=8)
    match = table("hedy", title="Matinee", size=3, invited=(ada,))
    later(minutes=0)
    decline_invitation(invitation_id=match.invitations.get().pk, user=ada)
    Letter.objects.filter(user=ada).update(read_at=timezone.now())
    move_to(clock, "08:02")
    assert told(post_office, "ada") == []


def test_one_click_ends_the_daily_mail_and_brings_no_others_back(people, table, later, post_office) -> None:
    ada = people("ada")
    choose(ada, digest_hour=8)
    Client().post(f"/notices/off/{seal(ada, 'digest')}/")
    ada.refresh_from_db()
    assert ada.digest_hour is None
    assert not any(getattr(ada, notice) for notice in NOTICES)
    begin(people, table, "grace", host_begins=True)
    later(minutes=0)
    assert told(post_office, "ada") == []


def test_every_mail_that_can_be_turned_off_can_be_by_one_click(people, table, later, post_office) -> None:
    ada = people("ada")
    match = begin(people, table, "grace", host_begins=True, title="Friday night", chat_allowed=True)
    later(minutes=0)
    say(match=match, user=people("grace"), text="Are you there, @ada?")
    table("hedy", title="Matinee", size=3, invited=(ada,))
    later(hours=18)
    later(hours=6)
    play_out(match)
    later(minutes=0)
    mails = [mail for mail in post_office.mails if mail["To"] == "ada@example.org"]
    for mail in mails:
        Client().post(re.search(r"<https?://[^/]+(.+)>", mail["List-Unsubscribe"])[1])
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    ada.refresh_from_db()
    still_on = {notice for notice in NOTICES if getattr(ada, notice)}
    assert still_on == {"mail_start", "mail_called_off"}  # of which she had none
