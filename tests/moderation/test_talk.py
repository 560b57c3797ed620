"""Talk: removed lines are shown as removed, filtered ones are refused with a reason, and the log keeps everything."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import StaffAct, User
from games.models import ChatLine, FilterWord, Match
from games.moderation.services.filters import LinkByNewcomer, LinkFiltered, WordFiltered
from games.moderation.services.line_removal import remove_line, restore_line
from games.talk.services import TooOften, say
from tests.games.conftest import People, Tables
from tests.games.matches import finish
from tests.games.talk.test_consumers import hear, in_thread, looking, settle
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def filters(db: None) -> None:
    for kind, text in (("word", "scum"), ("word", "idiot*"), ("host", "casino.example")):
        FilterWord.objects.create(kind=kind, text=text)


def test_a_removed_line_is_shown_as_removed_and_kept(people: People, staff: Staff, match: Match) -> None:
    line = say(match=match, user=people("ada"), text="canary-words")
    remove_line(actor=staff(), line_id=line.pk, why="an insult")
    page = Client().get(f"/tables/{match.pk}/talk/").content.decode()
    assert ("canary-words" in page, "A moderator removed this line." in page) == (False, True)
    assert ChatLine.objects.get().text == "canary-words"
    assert StaffAct.objects.get(verb="remove line").before["text"] == "canary-words"
    restore_line(actor=staff(), line_id=line.pk, why="it was none")
    assert "canary-words" in Client().get(f"/tables/{match.pk}/talk/").content.decode()


@pytest.mark.django_db(transaction=True)
async def test_a_removed_line_vanishes_from_open_pages(people: People, staff: Staff, match: Match) -> None:
    line = await in_thread(say)(match=match, user=await in_thread(people)("ada"), text="canary-words")
    moderator = await in_thread(staff)()
    async with looking(match, await in_thread(people)("grace")) as grace:
        await in_thread(remove_line)(actor=moderator, line_id=line.pk, why="an insult")
        frames = await hear(grace, "A moderator removed this line.")
        assert 'data-anew="quiet" hx-swap-oob="innerHTML:#talk-lines"' in frames
        assert "canary-words" not in frames + await settle(grace)


def test_staff_see_what_was_removed(people: People, match: Match, staff: Staff, at_work: Callable[..., Client]) -> None:
    line = say(match=match, user=people("ada"), text="canary-words")
    remove_line(actor=staff(), line_id=line.pk, why="an insult")
    assert "canary-words" in at_work().get("/admin/games/chatline/?removed__exact=1").content.decode()


def test_a_moderator_who_plays_does_not_read_the_spectators(
    people: People, table: Tables, staff: Staff, at_work: Callable[..., Client], match: Match
) -> None:
    say(match=match, user=people("hedy"), text="canary-words")
    assert "canary-words" in at_work().get("/admin/games/chatline/").content.decode()
    match.seats.filter(user=people("grace")).update(user=staff())
    page = at_work().get("/admin/games/chatline/").content.decode()
    assert "canary-words" not in page
    assert "canary-words" not in at_work().get(f"/admin/accounts/user/{people('hedy').pk}/file/").content.decode()


@pytest.mark.parametrize("text", ["you scum", "SCUM!", "s c u m", "5cum ѕсum", "s\u200dcum", "what idiots", "idiot"])
def test_filtered_words_are_refused_however_they_are_spelled(
    people: People, match: Match, filters: None, text: str
) -> None:
    with pytest.raises(WordFiltered):
        say(match=match, user=people("ada"), text=text)
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize("text", ["a scumbag", "Scunthorpe", "I did it", "e.g. this, and i.e. that", "it was 3.5 to 2"])
def test_other_words_are_not(people: People, match: Match, filters: None, text: str) -> None:
    assert say(match=match, user=people("ada"), text=text).text == text


def test_a_new_word_counts_at_once(people: People, match: Match) -> None:
    say(match=match, user=people("ada"), text="hello popcorn")
    FilterWord.objects.create(text="popcorn")
    with pytest.raises(WordFiltered):
        say(match=match, user=people("ada"), text="more popcorn")


@pytest.mark.parametrize("text", ["see https://example.org/x", "www.example.org", "look at example.com"])
def test_links_are_for_those_who_have_been_here_for_a_while(people: People, match: Match, text: str) -> None:
    ada = people("ada")
    with pytest.raises(LinkByNewcomer):
        say(match=match, user=ada, text=text)
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        say(match=match, user=ada, text=text)


def test_links_are_for_those_who_have_played(people: People, match: Match) -> None:
    finish(match)
    assert say(match=match, user=people("ada"), text="https://example.org/").pk


@pytest.mark.parametrize(
    "text", ["https://casino.example/x", "http://www.casino.example", "http://a@casino.example:80/"]
)
def test_hosts_can_be_filtered_for_everybody(people: People, match: Match, filters: None, text: str) -> None:
    User.objects.filter(pk=people("ada").pk).update(date_joined=timezone.now() - timedelta(days=99))
    with pytest.raises(LinkFiltered):
        say(match=match, user=people("ada"), text=text)


@pytest.mark.parametrize("text", ["https://newcasino.example/x", "www.my-casino.example"])
def test_a_host_whose_name_only_ends_so_is_another_one(people: People, match: Match, filters: None, text: str) -> None:
    User.objects.filter(pk=people("ada").pk).update(date_joined=timezone.now() - timedelta(days=99))
    assert say(match=match, user=people("ada"), text=text).text == text
    say(match=match, user=people("ada"), text="https://notcasino.example.org/")


def test_the_same_sentence_again_and_again_is_refused(people: People, match: Match) -> None:
    words = "Come and play at my table now!"
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(3):
            clock.shift(10)
            say(match=match, user=people("ada"), text=words)
        clock.shift(10)
        with pytest.raises(TooOften):
            say(match=match, user=people("ada"), text=words)
        clock.shift(600)
        say(match=match, user=people("ada"), text=words)
