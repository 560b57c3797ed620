"""Somebody is mentioned in the chat: told to who may read it, once until they look."""

from datetime import timedelta

import pytest

from accounts.models import Letter, User
from accounts.people.services.blocks import block_user
from games.models import ChatLine, Match
from games.talk.mentions import tell_mentions
from games.talk.presence import be_present, look
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.mail.correspondence import clock, later, told
from tests.games.mail.test_letters import subject_of, text_of
from tests.games.matches import begin
from tests.post_office import post_office

__all__ = ["clock", "later", "post_office"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada and Grace play; nothing else is to be told."""
    match = begin(people, table, "grace", host_begins=True, title="Friday night")
    Letter.objects.all().delete()
    return match


def mentioned() -> list[str]:
    return sorted(Letter.objects.filter(kind="games.mention").values_list("user__username", flat=True))


def test_who_is_called_by_name_is_told_with_the_line_and_the_way_to_it(match, people, later, post_office) -> None:
    say(match=match, user=people("ada"), text="Well played, @Grace!")
    later(minutes=0)
    [mail] = post_office.mails
    assert (mail["To"], subject_of(mail)) == ("grace@example.org", "ada mentions you at “Friday night”")
    assert "Well played, @Grace!" in text_of(mail)
    assert f"/tables/{match.pk}/way/?to=talk" in text_of(mail)


@pytest.mark.parametrize("text", ["Hello grace", "at@gracefield", "@grac", "@ada, me", "@hedy", "@"])
def test_nobody_is_told_who_was_not_called(match, people, text) -> None:
    people("hedy")  # who is not at this table
    say(match=match, user=people("ada"), text=text)
    assert mentioned() == []


def test_several_mentions_are_told_once_until_one_looks(match, people, clock, later, post_office) -> None:
    for text in ("@grace?", "@grace!"):
        say(match=match, user=people("ada"), text=text)
    later(minutes=0)
    assert told(post_office, "grace") == ["ada mentions you at “Friday night”"]
    clock.shift(timedelta(hours=1))
    look(match=match, user=people("grace"))
    clock.shift(timedelta(hours=1))
    say(match=match, user=people("ada"), text="@grace, once more")
    later(minutes=0)
    assert told(post_office, "grace") == ["ada mentions you at “Friday night”"]


@pytest.mark.parametrize("how", ["looked", "there", "removed", "blocked", "off"])
def test_who_knows_or_may_not_read_it_gets_no_letter(match, people, clock, later, post_office, how) -> None:
    grace = people("grace")
    line = say(match=match, user=people("ada"), text="@grace?")
    if how == "looked":
        look(match=match, user=grace)
    elif how == "there":
        clock.shift(timedelta(minutes=1, seconds=30))  # her page is open when it would go out
        be_present(match_id=match.pk, user=grace, connection="page")
    elif how == "removed":
        line.removed = True
        line.save(update_fields=["removed"])
    elif how == "blocked":
        block_user(blocker=grace, blocked=people("ada"))
    else:
        User.objects.filter(pk=grace.pk).update(mail_mention=False)
    clock.shift(timedelta(seconds=30))
    later(minutes=-1.5)
    assert told(post_office, "grace") == []


@pytest.mark.parametrize("blocker", ["ada", "grace"])
def test_who_keeps_another_away_is_neither_told_nor_calls(match, people, blocker) -> None:
    other = {"ada": "grace", "grace": "ada"}[blocker]
    block_user(blocker=people(blocker), blocked=people(other))
    say(match=match, user=people("ada"), text="@grace?")
    assert mentioned() == []


def test_spectators_do_not_reach_players_before_the_end(match, people) -> None:
    hedy = people("hedy")
    say(match=match, user=hedy, text="I look on")
    say(match=match, user=hedy, text="@grace has the better movies")
    assert mentioned() == []
    say(match=match, user=people("ada"), text="@hedy, thank you for looking on")
    assert mentioned() == ["hedy"]


def test_a_spectator_is_told_once_an_hour(match, people, clock) -> None:
    say(match=match, user=people("hedy"), text="I look on")
    for text in ("@hedy one", "@hedy two"):
        say(match=match, user=people("ada"), text=text)
    assert mentioned() == ["hedy"]
    clock.shift(timedelta(hours=1))
    say(match=match, user=people("ada"), text="@hedy three")
    assert mentioned() == ["hedy", "hedy"]


def test_whoever_may_no_longer_see_the_table_is_not_told(match, people) -> None:
    say(match=match, user=people("hedy"), text="I look on")
    Match.objects.filter(pk=match.pk).update(spectators_allowed=False)
    match.refresh_from_db()
    say(match=match, user=people("ada"), text="@hedy?")
    assert mentioned() == []


def test_an_ordinary_line_asks_the_database_no_more_than_before(match, people, django_assert_num_queries) -> None:
    line = ChatLine(match=match, author=people("ada"), text="Hello")
    with django_assert_num_queries(0):
        tell_mentions(line)
