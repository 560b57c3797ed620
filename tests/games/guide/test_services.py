"""The guide: begun, read, silenced, resumed, repeated, and whose it is."""

import pytest

from accounts.leaving.takeout import take_out
from accounts.models import User
from games.engine import Bid, Refused
from games.guide.services import (
    NoGuideHere,
    bring_guide,
    hand_guide_over,
    heeding_lesson,
    read_lesson,
    silence_guide,
    start_guide,
)
from games.lobby.services.tables import quick_start
from games.models import Guide, Match
from games.play.services.moves import play_move
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(people: People) -> User:
    return people("ada")


@pytest.fixture
def match(ada: User) -> Match:
    return start_guide(user=ada)


def guide_of(user: User) -> Guide:
    return Guide.objects.get(user=user)


def version_of(match: Match) -> int:
    return Match.objects.values_list("version", flat=True).get(pk=match.pk)


def test_the_guided_match_is_an_ordinary_casual_one_against_two_easy_ais(match: Match, ada: User) -> None:
    assert [seat.ai_level for seat in match.seats.order_by("number")] == ["", "trainee", "trainee"]
    assert match.status == Match.Status.RUNNING
    assert not match.rated
    assert match.hints_allowed
    assert match.read_state().turn == 0, "who learns speaks first"
    assert guide_of(ada).match == match


def test_a_guest_can_have_it(guest: User) -> None:
    assert start_guide(user=guest).host == guest


def test_it_goes_on_at_the_match_that_is_in_play(match: Match, ada: User) -> None:
    read_lesson(user=ada, match=match, lesson="bid")
    silence_guide(user=ada, match=match)
    assert start_guide(user=ada) == match
    assert guide_of(ada).is_on
    assert guide_of(ada).read == ["bid"]


def test_asked_for_again_it_explains_all_over_at_the_same_match(match: Match, ada: User) -> None:
    read_lesson(user=ada, match=match, lesson="bid")
    assert start_guide(user=ada, again=True) == match
    assert guide_of(ada).read == []


def test_after_the_end_a_new_match_begins_all_over(match: Match, ada: User) -> None:
    read_lesson(user=ada, match=match, lesson="bid")
    finish(match)
    another = start_guide(user=ada, edition_id="traumfabrik-2000")
    assert another != match
    assert another.edition_id == "traumfabrik-2000"
    assert guide_of(ada).read == []
    assert guide_of(ada).match == another


def test_what_is_read_is_noted_once_and_shown_at_once(match: Match, ada: User) -> None:
    before = version_of(match)
    read_lesson(user=ada, match=match, lesson="bid")
    read_lesson(user=ada, match=match, lesson="bid")
    read_lesson(user=ada, match=match, lesson="no such lesson")
    assert guide_of(ada).read == ["bid"]
    assert version_of(match) == before + 1


def test_silence_and_speech(match: Match, ada: User) -> None:
    silence_guide(user=ada, match=match)
    assert not guide_of(ada).is_on
    bring_guide(user=ada, match=match)
    assert guide_of(ada).is_on


def test_it_is_brought_to_another_table_against_ais(match: Match, ada: User) -> None:
    other = quick_start(user=ada, seats=2, studio=None, level="trainee")
    before = version_of(match)
    bring_guide(user=ada, match=other)
    assert guide_of(ada).match == other
    assert version_of(match) > before, "the table it left shows that"


def test_it_does_not_speak_where_people_wait_nor_at_other_peoples_tables(
    people: People, table: Tables, ada: User
) -> None:
    with_people = begin(people, table, "grace")
    elsewhere = quick_start(user=people("grace"), seats=3, studio=None, level="trainee")
    for somewhere in (with_people, elsewhere):
        with pytest.raises(NoGuideHere):
            bring_guide(user=ada, match=somewhere)
        assert not Guide.objects.filter(match=somewhere).exists()


def test_nobody_reads_for_another(people: People, match: Match, ada: User) -> None:
    grace = people("grace")
    read_lesson(user=grace, match=match, lesson="bid")
    silence_guide(user=grace, match=match)
    assert guide_of(ada).read == []
    assert guide_of(ada).is_on


def test_who_moves_has_read_about_it(match: Match, ada: User) -> None:
    with heeding_lesson(user=ada, match_id=match.pk, lesson="bid"):
        play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    assert guide_of(ada).read == ["bid"]


def test_a_refused_move_has_read_nothing(match: Match, ada: User) -> None:
    with pytest.raises(Refused), heeding_lesson(user=ada, match_id=match.pk, lesson="bid"):
        play_move(match_id=match.pk, seat=0, move=Bid(99), number=1)
    assert guide_of(ada).read == []


def test_a_guests_guide_goes_along(people: People, guest: User) -> None:
    match = start_guide(user=guest)
    hand_guide_over(guest=guest, user=people("grace"))
    assert guide_of(people("grace")).match == match
    assert not Guide.objects.filter(user=guest).exists()


def test_an_account_keeps_its_own_guide(people: People, match: Match, ada: User, guest: User) -> None:
    start_guide(user=guest)
    hand_guide_over(guest=guest, user=ada)
    assert guide_of(ada).match == match


def test_it_is_among_what_one_can_take_out(match: Match, ada: User) -> None:
    read_lesson(user=ada, match=match, lesson="bid")
    assert take_out(user=ada)["games"]["guide"] == [{"match": match.pk, "is_on": True, "read": ["bid"]}]
