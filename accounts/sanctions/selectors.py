"""Sanctions of somebody: which of them hold, and what they have not read yet."""

from collections.abc import Sequence

from django.db.models import F, QuerySet

from accounts.lookalikes import lookalike_key
from accounts.models import BANS, Sanction, User


def sanction_on(user: User, *kinds: str) -> Sanction | None:
    """Find what keeps this person from something now; of several that which lasts longest."""
    if not user.under_sanction:
        return None
    found = Sanction.objects.in_force().filter(user=user, kind__in=kinds)
    return found.order_by(F("ends_at").desc(nulls_first=True)).first()


def ban_on(user: User) -> Sanction | None:
    """Find why somebody may not come in."""
    return sanction_on(user, *BANS)


def sanctions_of(user: User) -> QuerySet[Sanction]:
    """List everything that was imposed on somebody, the latest first."""
    return Sanction.objects.filter(user=user).select_related("appeal").order_by("-pk")


def unread_of(user: User) -> Sequence[Sanction]:
    """List what somebody was told and has not confirmed to have read."""
    if not user.under_sanction:
        return []
    return list(Sanction.objects.filter(user=user, seen_at=None, lifted_at=None))


def is_worth_asking(user: User) -> bool:
    """Tell whether anything holds or is unread: the flag on the person follows from this."""
    return worth_asking().filter(user=user).exists()


def worth_asking() -> QuerySet[Sanction]:
    """Find all that holds or is unread."""
    return Sanction.objects.in_force() | Sanction.objects.filter(seen_at=None, lifted_at=None)


def people_wrongly_flagged() -> set[int]:
    """Find whose flag does not say what their sanctions do: only people who ever had one are looked at."""
    worth = worth_asking()
    unflagged = worth.filter(user__under_sanction=False)
    flagged = Sanction.objects.filter(user__under_sanction=True).exclude(user__in=worth.values("user"))
    return {*unflagged.values_list("user", flat=True), *flagged.values_list("user", flat=True)}


def was_taken_away(user: User, name: str) -> bool:
    """Tell whether moderators gave somebody another name in place of this one."""
    renamed = Sanction.objects.in_force().filter(user=user, kind=Sanction.Kind.RENAME)
    return lookalike_key(name) in {lookalike_key(old) for old in renamed.values_list("old_name", flat=True)}
