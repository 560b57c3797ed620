"""Playing again with the same people."""

from functools import partial

import pytest

from accounts.models import Block, User
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.rematch import NotOverYet, play_again
from games.models import Match
from games.play.refusals import NotSeated
from games.talk.news import draw_rematch
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish
from tests.races import together


def names(match: Match) -> list[str]:
    return [seat.user.username if seat.user else seat.ai_level for seat in match.seats.order_by("number")]


def test_the_table_is_like_the_old_one_and_its_people_are_asked(people: People, table: Tables) -> None:
    over = finish(begin(people, table, "grace", title="Friday", open_money=True, edition_id="traumfabrik-2000"))
    again = play_again(match_id=over.pk, user=people("grace"))
    assert (again.title, again.open_money, again.edition_id, again.size) == ("Friday", True, "traumfabrik-2000", 2)
    assert (again.host, again.rematch_of, again.status) == (people("grace"), over, Match.Status.OPEN)
    assert names(again) == ["grace", ""]
    assert [invitation.user for invitation in again.invitations.all()] == [people("ada")]
    assert again.secret != over.secret


def test_who_asks_second_sits_down_at_the_same_table(people: People, table: Tables) -> None:
    over = finish(begin(people, table, "grace"))
    again = play_again(match_id=over.pk, user=people("grace"))
    assert play_again(match_id=over.pk, user=people("ada")) == again
    assert names(again) == ["grace", "ada"]
    again.refresh_from_db()
    assert again.status == Match.Status.RUNNING
    assert play_again(match_id=over.pk, user=people("grace")) == again


def test_the_ais_come_along_and_a_match_against_them_begins_at_once(people: People, table: Tables) -> None:
    over = finish(begin(people, table, size=3, ai_levels=("trainee", "trainee")))
    again = play_again(match_id=over.pk, user=people("ada"))
    assert names(again) == ["ada", "trainee", "trainee"]
    assert again.status == Match.Status.RUNNING


def test_a_rematch_that_was_called_off_is_in_nobodys_way(people: People, table: Tables) -> None:
    over = finish(begin(people, table, "grace"))
    first = play_again(match_id=over.pk, user=people("grace"))
    dissolve_table(match_id=first.pk, host=people("grace"))
    second = play_again(match_id=over.pk, user=people("ada"))
    assert second != first
    assert names(second) == ["ada", ""]


def test_only_those_who_played_and_only_after_the_end(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    with pytest.raises(NotOverYet):
        play_again(match_id=match.pk, user=people("ada"))
    with pytest.raises(NotSeated):
        play_again(match_id=finish(match).pk, user=people("hedy"))
    assert Match.objects.count() == 1


def test_who_is_kept_apart_or_has_left_is_not_asked(people: People, table: Tables) -> None:
    over = finish(begin(people, table, "grace", "hedy", "fritz"))
    Block.objects.create(blocker=people("grace"), blocked=people("ada"))
    User.objects.filter(username="hedy").update(is_active=False)
    again = play_again(match_id=over.pk, user=people("ada"))
    assert [invitation.user for invitation in again.invitations.all()] == [people("fritz")]


def test_nobody_is_led_to_a_rematch_they_cannot_see(people: People, table: Tables) -> None:
    over = begin(people, table, "grace", "fritz")
    Match.objects.filter(pk=over.pk).update(visibility=Match.Visibility.UNLISTED)
    over.refresh_from_db()
    Block.objects.create(blocker=people("grace"), blocked=people("ada"))
    again = play_again(match_id=finish(over).pk, user=people("ada"))
    assert draw_rematch(over, people("grace")) == ""
    assert again.get_absolute_url() in draw_rematch(over, people("fritz"))


@pytest.mark.django_db(transaction=True)
def test_of_five_who_ask_at_once_one_opens_the_table_and_all_sit_there(people: People, table: Tables) -> None:
    others = ("grace", "hedy", "fritz", "zadie")
    over = finish(begin(people, table, *others))
    users = [people(name) for name in ("ada", *others)]
    opened = together(partial(play_again, match_id=over.pk, user=user) for user in users)
    assert len({match.pk for match in opened}) == 1
    again = Match.objects.get(rematch_of=over)
    assert sorted(names(again)) == ["ada", "fritz", "grace", "hedy", "zadie"]
