"""Coming, going and being sent away."""

import pytest

from accounts.models import Block, User
from games.lobby.services.invitations import invite
from games.lobby.services.seating import choose_studio, join_table, kick, leave_table
from games.models import Invitation, Match
from games.play import refusals
from tests.games.conftest import People, Tables

LIVE, SLOW = Match.Pace.LIVE, Match.Pace.SLOW


def seated(match: Match) -> list[str]:
    return [str(seat.user) if seat.user else seat.ai_level for seat in match.seats.order_by("number")]


def test_who_joins_takes_the_first_free_seat(people: People, table: Tables) -> None:
    match = table(ai_levels=("trainee",))
    join_table(match_id=match.pk, user=people("grace"))
    assert seated(match) == ["ada", "grace", "", "trainee"]


def test_joining_twice_is_joining_once(people: People, table: Tables) -> None:
    match = table()
    for _ in range(2):
        join_table(match_id=match.pk, user=people("grace"))
    assert seated(match) == ["ada", "grace", "", ""]


def test_a_full_table_says_so(people: People, table: Tables) -> None:
    match = table(size=2)
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(refusals.TableFull):
        join_table(match_id=match.pk, user=people("hedy"))


def test_a_match_that_has_begun_takes_nobody(people: People, table: Tables) -> None:
    match = table(size=2, ai_levels=("trainee",))
    with pytest.raises(refusals.TableStarted):
        join_table(match_id=match.pk, user=people("hedy"))


def test_a_dissolved_table_takes_nobody(people: People, table: Tables) -> None:
    match = table()
    leave_table(match_id=match.pk, user=people("ada"))
    with pytest.raises(refusals.TableGone):
        join_table(match_id=match.pk, user=people("hedy"))


def test_an_unlisted_table_is_joined_by_its_link_only(people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.UNLISTED)
    with pytest.raises(refusals.NotInvited):
        join_table(match_id=match.pk, user=people("grace"), token="guessed")
    join_table(match_id=match.pk, user=people("grace"), token=match.invite_token)
    assert seated(match)[1] == "grace"


def test_a_table_by_invitation_is_not_joined_by_its_link(people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.INVITED)
    with pytest.raises(refusals.NotInvited):
        join_table(match_id=match.pk, user=people("grace"), token=match.invite_token)
    invite(match_id=match.pk, host=people("ada"), name="grace")
    join_table(match_id=match.pk, user=people("grace"))
    assert match.invitations.get().status == Invitation.Status.ACCEPTED


@pytest.mark.parametrize(("blocker", "blocked"), [("ada", "grace"), ("grace", "ada"), ("hedy", "grace")])
def test_people_kept_apart_do_not_sit_together(people: People, table: Tables, blocker: str, blocked: str) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("hedy"))
    Block.objects.create(blocker=people(blocker), blocked=people(blocked))
    with pytest.raises(refusals.KeptAway):
        join_table(match_id=match.pk, user=people("grace"))


def test_guests_and_unconfirmed_people_do_not_play_for_ratings(people: People, table: Tables, guest: User) -> None:
    match = table(rated=True)
    unconfirmed = User.objects.create_user("newcomer")
    for user in (guest, unconfirmed):
        with pytest.raises(refusals.GuestsPlayUnrated):
            join_table(match_id=match.pk, user=user)
    with pytest.raises(refusals.GuestsPlayUnrated):
        table(host=guest, rated=True)


def test_the_host_hands_the_table_to_who_sat_there_longest(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    join_table(match_id=match.pk, user=people("hedy"))
    leave_table(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert match.host == people("grace")
    assert seated(match) == ["", "grace", "hedy", ""]


def test_a_table_that_everybody_left_is_dissolved_though_ais_sit_there(people: People, table: Tables) -> None:
    match = table(ai_levels=("trainee",))
    leave_table(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert match.status == Match.Status.DISSOLVED


def test_who_does_not_sit_there_cannot_leave(people: People, table: Tables) -> None:
    with pytest.raises(refusals.NotSeated):
        leave_table(match_id=table().pk, user=people("grace"))


def test_who_was_sent_away_comes_back_only_when_asked(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    kick(match_id=match.pk, host=people("ada"), seat_number=1)
    assert seated(match) == ["ada", "", "", ""]
    with pytest.raises(refusals.KeptAway):
        join_table(match_id=match.pk, user=people("grace"))
    invite(match_id=match.pk, host=people("ada"), name="grace")
    join_table(match_id=match.pk, user=people("grace"))
    assert seated(match)[1] == "grace"


def test_only_the_host_sends_away_and_not_themselves(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(refusals.NotHost):
        kick(match_id=match.pk, host=people("grace"), seat_number=0)
    with pytest.raises(refusals.HostStays):
        kick(match_id=match.pk, host=people("ada"), seat_number=0)
    kick(match_id=match.pk, host=people("ada"), seat_number=3)
    assert seated(match) == ["ada", "grace", "", ""]


def test_a_studio_is_chosen_once(people: People, table: Tables) -> None:
    match = table(studios_chosen=True)
    join_table(match_id=match.pk, user=people("grace"))
    choose_studio(match_id=match.pk, user=people("ada"), studio=3)
    with pytest.raises(refusals.StudioTaken):
        choose_studio(match_id=match.pk, user=people("grace"), studio=3)
    choose_studio(match_id=match.pk, user=people("ada"), studio=None)
    choose_studio(match_id=match.pk, user=people("grace"), studio=3)
    assert match.seats.get(number=1).studio == 3


def test_drawn_or_unknown_studios_are_not_chosen(people: People, table: Tables) -> None:
    with pytest.raises(refusals.StudiosAreDrawn):
        choose_studio(match_id=table().pk, user=people("ada"), studio=3)
    with pytest.raises(refusals.UnknownChoice):
        choose_studio(match_id=table(studios_chosen=True).pk, user=people("ada"), studio=6)


def test_who_leaves_takes_their_studio_along(people: People, table: Tables) -> None:
    match = table(studios_chosen=True)
    join_table(match_id=match.pk, user=people("grace"))
    choose_studio(match_id=match.pk, user=people("grace"), studio=2)
    leave_table(match_id=match.pk, user=people("grace"))
    choose_studio(match_id=match.pk, user=people("ada"), studio=2)
    assert match.seats.get(number=0).studio == 2
