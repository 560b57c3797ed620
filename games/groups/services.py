"""Making a group, coming, going, and inviting all of it to a table. Each works under the lock on the group."""

from itertools import count
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.people.selectors import is_blocked_between
from accounts.people.services.locking import lock_person
from accounts.staff.services.trace import trace
from games.groups.refusals import (
    GroupFull,
    GroupGone,
    NameTaken,
    NobodyToInvite,
    NoGroups,
    NotForYou,
    NotLeader,
    NotMember,
    TooManyGroups,
)
from games.groups.selectors import BELONGING, members_of
from games.lobby.services.invitations import MOST_INVITATIONS, write_invitation
from games.models import Invitation, Match, Membership, PlayerGroup
from games.moderation.services.filters import expect_clean
from games.play.refusals import CannotInvite
from games.play.services.locking import announce, lock_table_of

Role = Membership.Role
MOST_MEMBERS: Final = 200
LONGEST_SLUG: Final = 50  # with room for a number after it


def make_group(*, leader: User, name: str, about: str, entry: str) -> PlayerGroup:
    """Make a group with its leader in it."""
    expect_clean(leader, f"{name}\n{about}")
    with transaction.atomic():
        leader = lock_person(leader)
        _expect_may_join(leader)
        try:
            with transaction.atomic():
                group = PlayerGroup.objects.create(
                    name=name, name_key=lookalike_key(name), slug=_slug(name), about=about, entry=entry
                )
        except IntegrityError as taken:
            raise NameTaken from taken
        Membership.objects.create(group=group, user=leader, role=Role.LEADER)
        return group


def change_group(*, group_id: int, leader: User, about: str, entry: str) -> None:
    """Change what a group says of itself and who can join; its name stays."""
    expect_clean(leader, about)
    with transaction.atomic():
        group = _lock_led(group_id, leader)
        group.about, group.entry = about, entry
        group.save(update_fields=["about", "entry"])


def join_group(*, group_id: int, user: User) -> Membership:
    """Become a member, or ask to be let in; twice is once."""
    with transaction.atomic():
        user = lock_person(user)
        group = _lock(group_id)
        found = group.memberships.filter(user=user).first()
        if found is not None:
            return found
        _expect_may_join(user)
        leader = group.memberships.select_related("user").get(role=Role.LEADER).user
        if is_blocked_between(user, leader):
            raise NotForYou
        if group.memberships.count() >= MOST_MEMBERS:
            raise GroupFull
        role = Role.MEMBER if group.entry == PlayerGroup.Entry.OPEN else Role.ASKING
        return Membership.objects.create(group=group, user=user, role=role)


def leave_group(*, group_id: int, user: User) -> None:
    """Leave; who has been there longest leads on, and a group without members is gone."""
    with transaction.atomic():
        _leave(_lock(group_id), user)


def leave_all(*, user: User) -> None:
    """Take somebody who leaves the site out of their groups."""
    for group_id in user.memberships.values_list("group", flat=True):
        leave_group(group_id=group_id, user=user)


def let_in(*, group_id: int, leader: User, user_id: int) -> None:
    """Let somebody in who has asked."""
    with transaction.atomic():
        group = _lock_led(group_id, leader)
        group.memberships.filter(user=user_id, role=Role.ASKING).update(role=Role.MEMBER)


def send_away(*, group_id: int, leader: User, user_id: int) -> None:
    """Take somebody out of the group, or say no to who has asked; the leader stays."""
    with transaction.atomic():
        group = _lock_led(group_id, leader)
        group.memberships.filter(user=user_id).exclude(role=Role.LEADER).delete()


def dissolve_group(*, group_id: int, staff: User, why: str) -> None:
    """Take a group down that does not belong here: for staff, with a reason and a trace."""
    with transaction.atomic():
        group = _lock(group_id)
        trace(actor=staff, verb="dissolve group", why=why, target=group, before={"name": group.name})
        group.delete()


def invite_group(*, group_id: int, match_id: int, host: User) -> int:
    """Invite everybody in a group to the host's table who can be invited; tell how many were."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        if not Membership.objects.filter(group=group_id, user=host, role__in=BELONGING).exists():
            raise NotMember
        asked = set(Invitation.objects.filter(match=match).values_list("user", flat=True))
        rows = members_of(PlayerGroup.objects.get(pk=group_id)).exclude(user__in={host.pk, *asked})
        invited = sum(_invite(match, row.user, host) for row in rows[: MOST_INVITATIONS - len(asked)])
        if not invited:
            raise NobodyToInvite
        announce(match)
        return invited


def _invite(match: Match, user: User, host: User) -> bool:
    try:
        write_invitation(match, user, host)
    except CannotInvite:  # they sit there, or one of the two keeps the other away
        return False
    return True


def _lock(group_id: int) -> PlayerGroup:
    group = PlayerGroup.objects.select_for_update().filter(pk=group_id).first()
    if group is None:
        raise GroupGone
    return group


def _lock_led(group_id: int, leader: User) -> PlayerGroup:
    group = _lock(group_id)
    if not group.memberships.filter(user=leader, role=Role.LEADER).exists():
        raise NotLeader
    return group


def _expect_may_join(user: User) -> None:
    if user.is_guest or not user.is_confirmed:
        raise NoGroups
    if user.memberships.count() >= settings.GROUPS:
        raise TooManyGroups


def _leave(group: PlayerGroup, user: User) -> None:
    gone = group.memberships.filter(user=user).first()
    if gone is None:
        return
    gone.delete()
    heir = group.memberships.filter(role=Role.MEMBER, user__is_active=True).order_by("since", "pk").first()
    if gone.role != Role.LEADER:
        return
    if heir is None:
        group.delete()
        return
    heir.role = Role.LEADER
    heir.save(update_fields=["role"])


def _slug(name: str) -> str:
    """Return the end of the group's address, which no other group has, nor a page."""
    base = slugify(name, allow_unicode=True)[:LONGEST_SLUG] or "group"
    ends = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(end for end in ends if end != "new" and not PlayerGroup.objects.filter(slug=end).exists())
