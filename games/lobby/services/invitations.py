"""Asking people to a table by name, and their answers."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import find_person
from accounts.people.services.locking import lock_person
from games.lobby.selectors import are_kept_apart
from games.lobby.services.seating import sit_down
from games.lobby.services.substitutes import HadASeat, NotOffered, sit_in
from games.models import Invitation, Match
from games.play.refusals import (
    CannotInvite,
    CannotInviteYourself,
    GuestsInviteByLink,
    NoSuchInvitation,
    NotSeated,
    TooManyInvitations,
    TooManyInvitationsInAnHour,
    UnknownPerson,
)
from games.play.selectors.visibility import has_played
from games.play.services.locking import announce, lock_table, lock_table_of
from games.play.services.notices import tell_invited

MOST_INVITATIONS = 20
MOST_IN_AN_HOUR = 60


def invite(*, match_id: int, host: User, name: str) -> Invitation:
    """Ask somebody by name for the host; asking again asks anew."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        if host.is_guest:
            raise GuestsInviteByLink
        user = find_person(name)
        if user is None:
            raise UnknownPerson
        invitation = write_invitation(match, user, host)
        announce(match)
        return invitation


def invite_substitute(*, match_id: int, inviter: User, name: str) -> Invitation:
    """Ask somebody by name to take over a seat that is offered: anybody who plays there may."""
    with transaction.atomic():
        match = lock_table(match_id)
        if inviter.is_guest:
            raise GuestsInviteByLink
        if not match.seats.filter(user=inviter, conceded_at=None).exists():
            raise NotSeated
        if match.status != Match.Status.RUNNING or not match.seats.filter(is_offered=True).exists():
            raise NotOffered
        user = find_person(name)
        if user is None:
            raise UnknownPerson
        if has_played(match, user):
            raise HadASeat
        return write_invitation(match, user, inviter)


def accept_invitation(*, invitation_id: int, user: User) -> Match:
    """Take a seat at the table one was asked to: a free one, or in a match under way the one that is offered."""
    with transaction.atomic():
        user = lock_person(user)
        match = _lock_inviting_table(invitation_id, user)
        if match.seats.filter(is_offered=True).exists():
            sit_in(match, user)
        else:
            sit_down(match, user)
        return match


def decline_invitation(*, invitation_id: int, user: User) -> Match:
    """Say no; the table is told."""
    with transaction.atomic():
        match = _lock_inviting_table(invitation_id, user)
        match.invitations.filter(pk=invitation_id).update(status=Invitation.Status.DECLINED)
        announce(match)
        return match


def withdraw_invitation(*, match_id: int, host: User, invitation_id: int) -> None:
    """Withdraw an invitation for the host, as long as nobody has answered."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        match.invitations.filter(pk=invitation_id, status=Invitation.Status.PENDING).delete()
        announce(match)


def write_invitation(match: Match, user: User, host: User) -> Invitation:
    """Ask somebody who may be asked. The caller holds the lock on the table."""
    if user.pk == host.pk:
        raise CannotInviteYourself
    if are_kept_apart(user, [host.pk]) or match.seats.filter(user=user).exists():
        raise CannotInvite
    if match.invitations.count() >= MOST_INVITATIONS:
        raise TooManyInvitations
    _expect_patience(host)
    invitation, _is_new = Invitation.objects.update_or_create(
        match=match,
        user=user,
        defaults={"inviter": host, "status": Invitation.Status.PENDING, "created_at": timezone.now()},
    )
    tell_invited(invitation, user)
    return invitation


def _expect_patience(host: User) -> None:
    """Nobody's invitations are a flood."""
    an_hour_ago = timezone.now() - timedelta(hours=1)
    if Invitation.objects.filter(inviter=host, created_at__gt=an_hour_ago).count() >= MOST_IN_AN_HOUR:
        raise TooManyInvitationsInAnHour


def _lock_inviting_table(invitation_id: int, user: User) -> Match:
    """Return the table of an invitation that waits for this person's answer; asked again once nobody can change it."""
    pending = Invitation.objects.filter(pk=invitation_id, user=user, status=Invitation.Status.PENDING)
    match_id = pending.values_list("match", flat=True).first()
    if match_id is None:
        raise NoSuchInvitation
    match = lock_table(match_id)
    if not pending.exists():
        raise NoSuchInvitation
    return match
