"""Asking people by name."""

import pytest

from accounts.models import Block, User
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.invitations import accept_invitation, decline_invitation, invite, withdraw_invitation
from games.lobby.services.seating import join_table
from games.models import Invitation, Match
from games.play import refusals
from tests.games.conftest import People, Tables


def test_who_accepts_sits_down(people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.INVITED)
    grace = people("grace")
    invitation = invite(match_id=match.pk, host=people("ada"), name=" Grace ")
    accept_invitation(invitation_id=invitation.pk, user=grace)
    assert match.seats.get(number=1).user == grace
    with pytest.raises(refusals.NoSuchInvitation):
        accept_invitation(invitation_id=invitation.pk, user=grace)


def test_who_declines_does_not(people: People, table: Tables) -> None:
    match = table(invited=(people("grace"),))
    invitation = match.invitations.get()
    decline_invitation(invitation_id=invitation.pk, user=people("grace"))
    invitation.refresh_from_db()
    assert invitation.status == Invitation.Status.DECLINED
    with pytest.raises(refusals.NoSuchInvitation):
        accept_invitation(invitation_id=invitation.pk, user=people("grace"))


def test_nobody_answers_for_another(people: People, table: Tables) -> None:
    invitation = table(invited=(people("grace"),)).invitations.get()
    for answer in (accept_invitation, decline_invitation):
        with pytest.raises(refusals.NoSuchInvitation):
            answer(invitation_id=invitation.pk, user=people("hedy"))


def test_only_the_host_invites_and_thinks_again(people: People, table: Tables) -> None:
    match = table(invited=(people("hedy"),))
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(refusals.NotHost):
        invite(match_id=match.pk, host=people("grace"), name="hedy")
    with pytest.raises(refusals.NotHost):
        withdraw_invitation(match_id=match.pk, host=people("grace"), invitation_id=match.invitations.get().pk)
    withdraw_invitation(match_id=match.pk, host=people("ada"), invitation_id=match.invitations.get().pk)
    assert not match.invitations.exists()


@pytest.mark.parametrize("name", ["nobody at all", "", "Guest 4711"])
def test_only_people_with_an_account_are_invited(people: People, table: Tables, guest: User, name: str) -> None:
    with pytest.raises(refusals.UnknownPerson):
        invite(match_id=table().pk, host=people("ada"), name=name)


def test_who_sits_at_the_table_is_not_invited_to_it(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(refusals.CannotInvite):
        invite(match_id=match.pk, host=people("ada"), name="grace")


def test_nobody_invites_themselves(people: People, table: Tables) -> None:
    with pytest.raises(refusals.CannotInviteYourself):
        invite(match_id=table().pk, host=people("ada"), name="ada")


@pytest.mark.parametrize(("blocker", "blocked"), [("ada", "grace"), ("grace", "ada")])
def test_people_kept_apart_do_not_invite_each_other(people: People, table: Tables, blocker: str, blocked: str) -> None:
    match = table()
    Block.objects.create(blocker=people(blocker), blocked=people(blocked))
    with pytest.raises(refusals.CannotInvite):
        invite(match_id=match.pk, host=people("ada"), name="grace")


def test_an_invitation_to_a_dissolved_table_is_told_so(people: People, table: Tables) -> None:
    match = table(invited=(people("grace"),))
    dissolve_table(match_id=match.pk, host=people("ada"))
    with pytest.raises(refusals.TableGone):
        accept_invitation(invitation_id=match.invitations.get().pk, user=people("grace"))


def test_a_host_does_not_invite_the_whole_town(people: People, table: Tables) -> None:
    match = table(invited=tuple(people(f"person-{number}") for number in range(20)))
    people("grace")
    with pytest.raises(refusals.TooManyInvitations):
        invite(match_id=match.pk, host=people("ada"), name="grace")
