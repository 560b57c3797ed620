"""Letters about a match: it starts, the AI takes over, it ends, it is called off; received by a real mail server."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Letter, User
from accounts.sanctions.services.sanctions import impose
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.seating import join_table
from games.models import Heartbeat
from games.moderation.services.moderate_match import end_without_result, put_ai
from games.play.services.conceding import concede
from games.play.services.deadlines import come_back, pass_deadlines
from games.talk.presence import look
from tests.games.mail.correspondence import clock, later, let_ai_answer, match, play_out, told
from tests.games.mail.test_letters import subject_of, text_of
from tests.games.matches import SLOW, begin
from tests.games.play.test_clocks import act, live
from tests.moderation.conftest import staff
from tests.post_office import post_office

__all__ = ["clock", "later", "match", "post_office", "staff"]
pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "fr", "de")


def test_the_whole_chain_from_the_first_turn_over_a_time_out_and_back_to_the_end(match, people, later, post_office):
    later(minutes=0)
    assert told(post_office, "ada") == ["Your turn at “Friday night”: Bid or pass"]
    later(hours=18)
    assert told(post_office, "ada") == ["“Friday night” is still waiting for you"]
    later(hours=6)
    assert told(post_office, "ada") == ["The AI plays for you at “Friday night”"]
    for _ in range(3):  # the AI plays; nobody hears of turns that are not theirs to play
        let_ai_answer(match)
        act(match)
        later(minutes=0)
    assert told(post_office, "ada") == []

    look(match=match, user=people("ada"))
    assert come_back(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    while match.turn_seat == 0:
        act(match)
    look(match=match, user=people("ada"))
    later(minutes=1)
    while match.turn_seat != 0:
        act(match)
    later(minutes=0)
    [subject] = told(post_office, "ada")
    assert subject.startswith("Your turn at “Friday night”")
    later(hours=18)
    assert told(post_office, "ada") == ["“Friday night” is still waiting for you"]
    later(hours=6)
    assert told(post_office, "ada") == ["The AI plays for you at “Friday night”"]
    told(post_office, "grace")
    play_out(match)
    later(minutes=0)
    assert told(post_office, "ada") == ["“Friday night” is over"]
    assert told(post_office, "grace") == ["“Friday night” is over"]
    later(days=3)
    assert post_office.mails == []


def test_the_mail_about_the_ai_shows_the_way_back_and_opening_it_does_nothing(match, people, later, post_office):
    later(hours=24)
    mail = post_office.mails[-1]
    assert (mail["To"], subject_of(mail)) == ("ada@example.org", "The AI plays for you at “Friday night”")
    for text in (text_of(mail), text_of(mail, "html")):
        assert f"/tables/{match.pk}/way/" in text
        assert "“I am back”" in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    reader = Client()
    reader.force_login(people("ada"))
    page = reader.get(f"/tables/{match.pk}/way/", follow=True).content.decode()
    assert match.seats.get(number=0).stood_in_since is not None
    assert f'formaction="/tables/{match.pk}/back/"' in page
    reader.post(f"/tables/{match.pk}/back/", {"number": 1})
    assert match.seats.get(number=0).stood_in_since is None


@pytest.mark.parametrize("how", ["back", "played", "looked", "off", "conceded", "suspended"])
def test_who_knows_or_does_not_want_it_hears_nothing_of_the_ai(match, people, staff, clock, post_office, how):
    ada = people("ada")
    clock.shift(timedelta(hours=24))
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    assert pass_deadlines() == 1
    if how == "back":
        come_back(match_id=match.pk, user=ada)
    elif how == "played":
        act(match)
    elif how == "looked":
        look(match=match, user=ada)
    elif how == "off":
        User.objects.filter(pk=ada.pk).update(mail_stand_in=False)
    elif how == "conceded":
        concede(match_id=match.pk, user=ada)
    else:
        until = timezone.now() + timedelta(days=9)
        impose(actor=staff(), user=ada, kind="suspension", reason="r", message="m", ends_at=until)
        Letter.objects.exclude(kind__startswith="games.").delete()
    clock.shift(timedelta(minutes=2))
    deliver_due()
    assert not any("AI plays" in subject for subject in told(post_office, "ada"))


def test_of_two_time_outs_in_a_row_only_the_latest_is_told(match, people, clock, post_office):
    for _ in range(2):
        clock.shift(timedelta(hours=24))
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
        assert pass_deadlines() == 1
        letters = Letter.objects.filter(kind="games.stood_in")
        if letters.count() == 1:
            come_back(match_id=match.pk, user=people("ada"))
    clock.shift(timedelta(minutes=2))
    deliver_due()
    assert told(post_office, "ada").count("The AI plays for you at “Friday night”") == 1
    assert letters.filter(sent_at=None, dropped_at__isnull=False).count() == 1


def test_a_start_is_told_to_who_was_not_looking_and_not_beside_their_turn(people, table, later, post_office, client):
    match = table(size=3, title="Matinee", **SLOW)
    join_table(match_id=match.pk, user=people("grace"))
    later(hours=3)
    client.force_login(people("hedy"))
    client.post(f"/tables/{match.pk}/join/", follow=True)
    match.refresh_from_db()
    asked = match.seats.get(number=match.turn_seat).user.username
    later(minutes=0)
    subjects = {name: told(post_office, name) for name in ("ada", "grace")}
    for name, got in subjects.items():
        assert len(got) == 1
        assert got[0].startswith("Your turn at “Matinee”" if name == asked else "“Matinee” has started")
    assert told(post_office, "hedy") == []  # her page went on to the match


def test_who_is_asked_but_wants_no_turn_mails_still_hears_of_the_start(people, table, later, post_office):
    User.objects.filter(pk=people("ada").pk).update(mail_my_turn=False)
    begin(people, table, "grace", host_begins=True, title="Friday night")
    later(minutes=0)
    [mail] = [mail for mail in post_office.mails if mail["To"] == "ada@example.org"]
    assert subject_of(mail) == "“Friday night” has started"
    for words in ("Bid or pass", "ada, grace", "A day a move", "You have until"):
        assert words in text_of(mail)


def test_a_live_start_is_told_as_well(people, table, later, post_office):
    live(people, table, title="Now")
    later(minutes=0)
    assert told(post_office, "ada") == ["“Now” has started"]


def test_alone_with_ais_nobody_is_written_to(people, table, later, post_office):
    match = table(size=2, ai_levels=("trainee",), **SLOW)
    match.refresh_from_db()
    play_out(match)
    later(minutes=0)
    assert post_office.mails == []


def test_the_end_tells_the_result_unless_one_has_seen_it(match, people, later, post_office):
    later(minutes=0)
    post_office.mails.clear()
    Letter.objects.all().delete()
    play_out(match)
    look(match=match, user=people("grace"))
    later(minutes=0)
    [mail] = post_office.mails
    assert (mail["To"], subject_of(mail)) == ("ada@example.org", "“Friday night” is over")
    seat = match.seats.get(user=people("ada"))
    for text in (text_of(mail), text_of(mail, "html")):
        assert f"place {seat.place} with {seat.score} points" in text
        assert all(f"1. {winner.user}" in text for winner in match.seats.filter(place=1))
        assert "the AI played for you" not in text


def test_the_end_marks_who_left_and_who_was_stood_in_for(people, table, later, post_office):
    match = begin(people, table, "grace", "hedy")
    concede(match_id=match.pk, user=people("hedy"))
    match.refresh_from_db()
    play_out(match)
    match.seats.filter(user=people("grace")).update(decisions=30, decisions_by_ai=20)
    Letter.objects.exclude(kind="games.ended").delete()
    later(minutes=0)
    mails = {mail["To"]: text_of(mail) for mail in post_office.mails}
    for text in mails.values():
        marked = {line.rpartition(": ")[0].partition(". ")[2]: line for line in text.splitlines() if " points" in line}
        assert marked["hedy"].endswith(" points (left the match)")
        assert marked["grace"].endswith(" points (the AI stood in)")
        assert marked["ada"].endswith(" points")
    own = {to: next(line for line in text.splitlines() if "Your studio" in line) for to, text in mails.items()}
    assert own["grace@example.org"].endswith(" points (the AI stood in)")
    assert own["ada@example.org"].endswith(" points")


def test_who_left_for_good_hears_nothing_of_the_end(match, people, later, post_office):
    concede(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    play_out(match)
    later(minutes=0)
    assert not any("is over" in subject for subject in told(post_office, "ada"))
    assert "“Friday night” is over" in told(post_office, "grace")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("end", ["stood in", "ended", "called off", "taken over", "by staff", "started"])
def test_every_letter_is_written_in_every_language_without_markup(
    people, table, staff, later, post_office, language, end
):
    for name in ("ada", "grace"):
        people(name)
    User.objects.update(language=language)
    User.objects.filter(username="ada").update(mail_my_turn=end != "started")
    match = begin(people, table, "grace", host_begins=True, title="Tom & Jerry’s <b>")
    if end == "stood in":
        later(hours=24)
    elif end == "ended":
        play_out(match)
    elif end == "taken over":
        put_ai(actor=staff(), match_id=match.pk, seat_number=0, why="w", note="a < b")
    elif end == "by staff":
        end_without_result(actor=staff(), match_id=match.pk, why="w", note="a < b")
    elif end == "called off":
        Letter.objects.all().delete()
        match = table(host="grace", size=3, title="Tom & Jerry’s <b>")
        join_table(match_id=match.pk, user=people("ada"))
        dissolve_table(match_id=match.pk, host=people("grace"))
    later(minutes=0)
    mail = next(mail for mail in reversed(post_office.mails) if mail["To"] == "ada@example.org")
    assert "Tom & Jerry’s <b>" in subject_of(mail)
    assert "Tom & Jerry’s <b>" in text_of(mail)
    assert "Tom &amp; Jerry’s &lt;b&gt;" in text_of(mail, "html")
    assert f'<html lang="{language}">' in text_of(mail, "html")


def test_guests_have_no_address_and_get_nothing(people, table, guest, later, post_office):
    match = table(size=2, **SLOW, host=guest, host_begins=True)
    join_table(match_id=match.pk, user=people("grace"))
    match.refresh_from_db()
    later(hours=24)
    play_out(match)
    later(minutes=0)
    assert {mail["To"] for mail in post_office.mails} == {"grace@example.org"}
    letters = Letter.objects.filter(user=guest)
    assert {"games.stood_in", "games.ended"} <= set(letters.values_list("kind", flat=True))
    assert not letters.filter(dropped_at=None, kind__in=["games.stood_in", "games.ended"]).exists()
