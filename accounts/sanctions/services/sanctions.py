"""Imposing and lifting sanctions: each with its reason, its message, its end and its trace."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import lookalike_key
from accounts.mail.services import write_letter
from accounts.models import Sanction, User
from accounts.people.services.locking import lock_person
from accounts.sanctions.selectors import is_worth_asking, people_wrongly_flagged
from accounts.signals import sanction_imposed, sanction_lifted
from accounts.staff.services.trace import trace

Kind = Sanction.Kind
SANCTION: Final = "accounts.sanction"

# A word and a name have no end; a suspension that had none would be a ban.
ENDLESS: Final = (Kind.WARNING, Kind.RENAME)
# A helper stops a quarrel; what lasts is for moderators.
LONGEST_BY_HELPER: Final = timedelta(days=7)


class CannotSanction(Exception):
    """Nothing was done; the message says why."""


def impose(
    *,
    actor: User,
    user: User,
    kind: str,
    reason: str,
    message: str,
    ends_at: datetime | None = None,
    new_name: str = "",
) -> Sanction:
    """Impose a sanction, which acts at once."""
    with transaction.atomic():
        user = lock_person(user)
        expect_may_impose(actor, user, kind)
        _expect_end(actor, kind, ends_at)
        sanction = Sanction(user=user, kind=kind, reason=reason, message=message, ends_at=ends_at, made_by=actor)
        if kind == Kind.RENAME:
            sanction.old_name, sanction.new_name = user.username, _free_name(user, new_name)
            _rename(user, sanction.new_name)
        sanction.save()
        _flag(user, under_sanction=True)
        trace(
            actor=actor,
            verb=f"impose {kind}",
            why=reason,
            target=sanction,
            person=user,
            before={"name": sanction.old_name} if sanction.old_name else {},
            after=_facts(sanction),
        )
        write_letter(user=user, kind=SANCTION, event=f"sanction/{sanction.pk}", about={"sanction": sanction.pk})
        sanction_imposed.send(sender=Sanction, sanction=sanction)
        return sanction


def lift(*, actor: User, sanction_id: int, why: str) -> Sanction:
    """Undo a sanction; lifted twice is lifted once."""
    with transaction.atomic():
        user = lock_person(Sanction.objects.select_related("user").get(pk=sanction_id).user)
        sanction = Sanction.objects.get(pk=sanction_id)
        expect_may_impose(actor, user, sanction.kind)
        _expect_may_lift(actor, sanction)
        if sanction.lifted_at is not None:
            return sanction
        before = _facts(sanction)
        sanction.lifted_at = timezone.now()
        sanction.save(update_fields=["lifted_at"])
        if sanction.kind == Kind.RENAME:
            _give_name_back(user, sanction)
        refresh_ban_flag(user)
        trace(
            actor=actor,
            verb=f"lift {sanction.kind}",
            why=why,
            target=sanction,
            person=user,
            before=before,
            after={**_facts(sanction), "name": user.username},
        )
        sanction_lifted.send(sender=Sanction, sanction=sanction)
        return sanction


def confirm_read(*, user: User) -> None:
    """Take note that somebody has read what they were told."""
    with transaction.atomic():
        user = lock_person(user)
        Sanction.objects.filter(user=user, seen_at=None).update(seen_at=timezone.now())
        refresh_ban_flag(user)


def refresh_ban_flag(user: User) -> None:
    """Let the person's flag follow from their sanctions. The caller holds the lock on the person."""
    _flag(user, under_sanction=is_worth_asking(user))


def refresh_ban_flags() -> int:
    """Let flags that do not follow from the sanctions do so again, as after an end; say how many were wrong."""
    wrong = people_wrongly_flagged()
    for pk in wrong:
        with transaction.atomic():
            for user in User.objects.select_for_update(no_key=True).filter(pk=pk):  # nobody, if just deleted
                refresh_ban_flag(user)
    return len(wrong)


def expect_may_impose(actor: User, user: User, kind: str) -> None:
    """Refuse what the actor's office does not cover: one's own case, that of a colleague, more than a helper's part."""
    if actor.pk == user.pk:
        raise CannotSanction(_("You cannot decide about yourself."))
    if user.left_at is not None:
        raise CannotSanction(_("This person has left for good."))
    if (user.is_superuser and not actor.is_superuser) or (user.is_staff and not actor.has_perm("accounts.change_user")):
        raise CannotSanction(_("Only an administrator can decide about a member of staff."))
    may = actor.has_perm("accounts.sanction_user") or (kind == Kind.MUTE and actor.has_perm("accounts.mute_user"))
    if not may:
        raise CannotSanction(_("Your role does not allow this."))


def _expect_end(actor: User, kind: str, ends_at: datetime | None) -> None:
    if kind in ENDLESS and ends_at is not None:
        raise CannotSanction(_("A warning or a new name has no end date."))
    if ends_at is not None and ends_at <= timezone.now():
        raise CannotSanction(_("The end lies in the past."))
    if ends_at is None and kind == Kind.SUSPENSION:
        raise CannotSanction(_("A suspension needs an end."))
    if not actor.has_perm("accounts.sanction_user") and (
        ends_at is None or ends_at > timezone.now() + LONGEST_BY_HELPER
    ):
        raise CannotSanction(_("Helpers can mute for up to a week."))


def _expect_may_lift(actor: User, sanction: Sanction) -> None:
    """Refuse a helper who would undo what no helper could impose."""
    lasts = sanction.ends_at is None or sanction.ends_at > sanction.made_at + LONGEST_BY_HELPER
    if lasts and not actor.has_perm("accounts.sanction_user"):
        raise CannotSanction(_("Your role does not allow this."))


def _free_name(user: User, wanted: str) -> str:
    name = wanted.strip() or f"Player {user.pk}"
    if User.objects.filter(name_key=lookalike_key(name)).exclude(pk=user.pk).exists():
        raise CannotSanction(_("That name, or one that looks like it, is taken."))
    return name


def _give_name_back(user: User, sanction: Sanction) -> None:
    """Call somebody as before, unless they have chosen a name since or somebody else has theirs now."""
    taken = User.objects.filter(name_key=lookalike_key(sanction.old_name)).exclude(pk=user.pk).exists()
    if user.username == sanction.new_name and not taken:
        _rename(user, sanction.old_name)


def _rename(user: User, name: str) -> None:
    user.username = name
    user.save(update_fields=["username"])


def _flag(user: User, *, under_sanction: bool) -> None:
    if user.under_sanction != under_sanction:
        user.under_sanction = under_sanction
        user.save(update_fields=["under_sanction"])


def _facts(sanction: Sanction) -> dict[str, Any]:
    return {
        "kind": sanction.kind,
        "message": sanction.message,
        "ends_at": sanction.ends_at.isoformat() if sanction.ends_at else None,
        "lifted_at": sanction.lifted_at.isoformat() if sanction.lifted_at else None,
        **({"name": sanction.new_name} if sanction.new_name else {}),
    }
