"""Groups, their members and their tables."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from accounts.people.name_badges import add_badges
from games.lobby.selectors import public_tables_with
from games.models import Match, Membership, PlayerGroup, Seat
from games.play.selectors.visibility import Viewer

BELONGING = (Membership.Role.MEMBER, Membership.Role.LEADER)
TABLES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class GroupPage:
    """What a group's page shows one reader."""

    group: PlayerGroup
    members: list[Membership]
    asking: list[Membership]
    tables: list[Match]
    mine: Membership | None

    @property
    def leads(self) -> bool:
        return self.mine is not None and self.mine.role == Membership.Role.LEADER

    @property
    def belongs(self) -> bool:
        return self.mine is not None and self.mine.role in BELONGING


def all_groups() -> QuerySet[PlayerGroup]:
    """Return every group with its number of members, the largest first."""
    size = Count("memberships", filter=Q(memberships__role__in=BELONGING))
    return PlayerGroup.objects.annotate(size=size).order_by("-size", "name")


def groups_of(user: User) -> QuerySet[PlayerGroup]:
    """Return the groups somebody belongs to."""
    return all_groups().filter(pk__in=user.memberships.filter(role__in=BELONGING).values("group"))


def members_of(group: PlayerGroup) -> QuerySet[Membership]:
    """Return who belongs to a group, the leader first; whoever has left the site is not there."""
    there = Membership.objects.filter(group=group, role__in=BELONGING, user__is_active=True, user__left_at=None)
    return there.select_related("user").order_by("role", "user__name_key")


def page_of(group: PlayerGroup, viewer: Viewer) -> GroupPage:
    """Return what the page of a group shows."""
    user = viewer if isinstance(viewer, User) else None
    members = list(members_of(group))
    add_badges(row.user for row in members)
    asking = Membership.objects.filter(group=group, role=Membership.Role.ASKING).select_related("user")
    seats = Seat.objects.filter(user__in=[row.user_id for row in members], conceded_at=None)
    return GroupPage(
        group=group,
        members=members,
        asking=list(asking.order_by("since")),
        tables=list(public_tables_with(seats, user)[:TABLES_SHOWN]),
        mine=Membership.objects.filter(group=group, user=user).first() if user else None,
    )
