"""Private notes."""

import pytest

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.models import User
from games.models import ChatLine, Match, Note
from games.talk.selectors import note_of
from games.talk.services import NoteTooLong, hand_notes_over, keep_note, say
from tests.games.conftest import People, Tables
from tests.games.matches import begin


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace")


def test_a_note_is_its_writers_alone(match: Match, people: People) -> None:
    keep_note(match=match, user=people("ada"), text="grace is short of money")
    assert note_of(match, people("ada")) == "grace is short of money"
    assert note_of(match, people("grace")) == ""


def test_a_note_is_kept_anew_each_time_and_an_empty_one_not_at_all(match: Match, people: People) -> None:
    for text in ("one", "two", "two"):
        keep_note(match=match, user=people("ada"), text=text)
    assert Note.objects.get().text == "two"
    keep_note(match=match, user=people("ada"), text=" \n ")
    assert not Note.objects.exists()


def test_what_does_not_fit_leaves_the_last_version(match: Match, people: People) -> None:
    keep_note(match=match, user=people("ada"), text="x\r\n" * 1_300 + "y" * 1_400)
    for length in (4_001, 100_000):
        with pytest.raises(NoteTooLong):
            keep_note(match=match, user=people("ada"), text="z" * length)
    assert len(note_of(match, people("ada"))) == 4_000


def test_notes_and_talk_are_taken_out_with_the_rest(match: Match, people: People) -> None:
    keep_note(match=match, user=people("ada"), text="mine")
    keep_note(match=match, user=people("grace"), text="hers")
    say(match=match, user=people("ada"), text="hello")
    taken = take_out(user=people("ada"))["games"]
    assert [note["text"] for note in taken["notes"]] == ["mine"]
    assert [line["text"] for line in taken["talk"]] == ["hello"]


def test_who_leaves_for_good_leaves_neither_notes_nor_words(match: Match, people: People) -> None:
    for name in ("ada", "grace"):
        keep_note(match=match, user=people(name), text=name)
        say(match=match, user=people(name), text=name)
    delete_account(user=people("ada"))
    assert Note.objects.get().user == people("grace")
    assert ChatLine.objects.get().author == people("grace")


def test_a_guests_notes_go_to_the_account_unless_it_has_its_own(match: Match, people: People, guest: User) -> None:
    keep_note(match=match, user=guest, text="from before")
    hand_notes_over(guest=guest, user=people("ada"))
    assert note_of(match, people("ada")) == "from before"
    keep_note(match=match, user=guest, text="again")
    hand_notes_over(guest=guest, user=people("ada"))
    assert note_of(match, people("ada")) == "from before"
