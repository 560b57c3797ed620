"""Second factors of staff: who has only stolen a password must not open the admin by setting up one of their own."""

from collections.abc import Collection, Iterable
from typing import Final

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.mail.services import write_letter
from accounts.models import ConfirmedFactor, User
from accounts.people.services.locking import lock_person
from accounts.staff.services.trace import trace

Type = Authenticator.Type
# Recovery codes are shown to whoever knows the password, so they lead into the site but not into the admin.
FACTORS: Final = (Type.TOTP, Type.WEBAUTHN)
REMOVED: Final = "accounts.factors_removed"


class CannotConfirm(Exception):
    """Nothing was confirmed or removed; the message says why."""


def confirm_factors(*, actor: User | None, user: User, factors: Collection[int], why: str) -> None:
    """Let factors that somebody is known to have set up themselves open the admin."""
    with transaction.atomic():
        user = lock_person(user)
        _expect_may_confirm(actor, user)
        waiting = [factor for factor in waiting_factors(user) if factor.pk in factors]
        if not waiting or len(waiting) < len(factors):
            raise CannotConfirm(_("These factors have changed in the meantime. Please look again."))
        _confirm(waiting)
        after = {"factors": _names(waiting)}
        trace(actor=actor, verb="confirm factor", why=why, target=user, person=user, after=after)


def remove_factors(*, actor: User, user: User, why: str) -> None:
    """Take off all that somebody has, or a thief has set up for them, and end every session that was opened with it."""
    with transaction.atomic():
        user = lock_person(user)
        if actor.pk == user.pk or not _may_decide_about(actor, user):
            raise CannotConfirm(_("Your role does not allow this."))
        factors = Authenticator.objects.filter(user=user).order_by("pk")
        before = {"factors": _names(factors)}
        act = trace(actor=actor, verb="remove factors", why=why, target=user, person=user, before=before)
        factors.delete()
        for session in UserSession.objects.filter(user=user):
            session.end()
        write_letter(user=user, kind=REMOVED, event=f"factors_removed/{act.pk}", about={})


def confirm_added(*, factor: Authenticator, shown: Iterable[int]) -> None:
    """Trust what was added by whoever had shown a confirmed factor: they may have as many as they like."""
    if factor.type in FACTORS and is_confirmed(user=factor.user, shown=shown):
        _confirm([factor])


def is_confirmed(*, user: User, shown: Iterable[int]) -> bool:
    """Tell whether one of these factors is somebody's and confirmed."""
    return ConfirmedFactor.objects.filter(authenticator__user=user, authenticator__in=list(shown)).exists()


def has_confirmed(user: User) -> bool:
    """Tell whether somebody has a factor that opens the admin."""
    return ConfirmedFactor.objects.filter(authenticator__user=user).exists()


def waiting_factors(user: User) -> QuerySet[Authenticator]:
    """Return somebody's factors that nobody has confirmed, the oldest first."""
    return Authenticator.objects.filter(user=user, type__in=FACTORS, confirmation=None).order_by("pk")


def people_waiting() -> QuerySet[User]:
    """Staff who set up a factor, have none that is confirmed, and so wait for an administrator."""
    staff = User.objects.filter(is_staff=True, is_active=True, authenticator__type__in=FACTORS)
    return staff.exclude(authenticator__confirmation__isnull=False).distinct().order_by("pk")


def _confirm(factors: Iterable[Authenticator]) -> None:
    for factor in factors:
        ConfirmedFactor.objects.get_or_create(authenticator=factor)


def _expect_may_confirm(actor: User | None, user: User) -> None:
    """Nobody vouches for themselves, and nobody for who may do more; without an actor it is whoever has the server."""
    if not user.is_staff:
        raise CannotConfirm(_("Only staff need that."))
    if actor is None:
        return
    if actor.pk == user.pk:
        raise CannotConfirm(_("You cannot confirm your own factor."))
    if not _may_decide_about(actor, user):
        raise CannotConfirm(_("Your role does not allow this."))


def _may_decide_about(actor: User, user: User) -> bool:
    return actor.has_perm("accounts.change_user") and (actor.is_superuser or not user.is_superuser)


def _names(factors: Iterable[Authenticator]) -> list[str]:
    """Name factors by kind and moment, which their owner can be asked about."""
    return [f"{factor.type} {factor.created_at:%Y-%m-%d %H:%M}" for factor in factors]
