"""Letters about tables of which nothing comes, and about what moderators do; received by a real mail server."""

import pytest

from accounts.models import Letter, User
from games.lobby.services.dissolving import dissolve_stale, dissolve_table
from games.lobby.services.seating import join_table, leave_table
from games.moderation.services.moderate_match import end_without_result, put_ai, take_back
from games.talk.presence import look
from tests.games.mail.correspondence import clock, later, match, told
from tests.games.mail.test_letters import subject_of, text_of
from tests.games.play.test_clocks import act
from tests.moderation.conftest import staff
from tests.post_office import post_office

__all__ = ["clock", "later", "match", "post_office", "staff"]
pytestmark = pytest.mark.django_db


def test_a_table_that_its_host_calls_off_is_told_to_the_others(people, table, later, post_office):
    match = table(size=3, title="Matinee")
    join_table(match_id=match.pk, user=people("grace"))
    dissolve_table(match_id=match.pk, host=people("ada"))
    later(minutes=0)
    [mail] = post_office.mails
    assert (mail["To"], subject_of(mail)) == ("grace@example.org", "“Matinee” was called off")
    assert "ada called off" in text_of(mail)
    assert "/lobby/" in text_of(mail)


def test_who_sees_in_the_waiting_room_that_it_was_called_off_needs_no_mail(people, table, later, post_office, client):
    match = table(size=3)
    join_table(match_id=match.pk, user=people("grace"))
    dissolve_table(match_id=match.pk, host=people("ada"))
    client.force_login(people("grace"))
    client.get(f"/tables/{match.pk}/")
    later(minutes=0)
    assert post_office.mails == []


def test_a_table_that_nobody_started_is_told_to_all_who_waited(people, table, later, post_office):
    match = table(size=3, title="Matinee")
    join_table(match_id=match.pk, user=people("grace"))
    later(hours=25)
    assert dissolve_stale() == 1
    later(minutes=0)
    assert {mail["To"] for mail in post_office.mails} == {"ada@example.org", "grace@example.org"}
    assert all("no match began there" in text_of(mail) for mail in post_office.mails)


def test_a_table_that_everybody_left_is_told_to_nobody(people, table, later, post_office):
    leave_table(match_id=table().pk, user=people("ada"))
    later(minutes=0)
    assert post_office.mails == []


def test_a_match_ended_by_moderators_is_told_with_their_reason(match, staff, later, post_office):
    Letter.objects.all().delete()
    end_without_result(actor=staff(), match_id=match.pk, why="w", note="The deal was broken.")
    later(minutes=0)
    assert {mail["To"] for mail in post_office.mails} == {"ada@example.org", "grace@example.org"}
    for mail in post_office.mails:
        assert subject_of(mail) == "“Friday night” was ended without a result"
        assert "The deal was broken." in text_of(mail)
        assert f"/tables/{match.pk}/way/" in text_of(mail)


def test_a_seat_given_to_an_ai_by_moderators_is_told_to_its_owner_whatever_they_turned_off(
    match, people, staff, later, post_office
):
    Letter.objects.all().delete()
    User.objects.update(mail_stand_in=False)
    put_ai(actor=staff(), match_id=match.pk, seat_number=1, why="w", note="As they asked.")
    later(minutes=0)
    [mail] = post_office.mails
    assert (mail["To"], subject_of(mail)) == ("grace@example.org", "Your seat at “Friday night” has gone to the AI")
    assert "As they asked." in text_of(mail)
    assert mail["List-Unsubscribe"] is None


def test_moves_taken_back_by_moderators_ask_anew(match, people, staff, later, post_office):
    act(match)
    look(match=match, user=people("ada"))
    later(minutes=0)
    told(post_office, "ada")
    take_back(actor=staff(), match_id=match.pk, count=1, agreed=True, why="w")
    later(minutes=1)
    assert told(post_office, "ada") == ["Your turn at “Friday night”: Bid or pass"]
