"""People who try it without an account."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, QuerySet, RestrictedError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.leaving.services import neutralise
from accounts.models import User
from accounts.people.services.blocks import pass_blocks_on
from accounts.people.services.locking import lock_two
from accounts.people.services.preferences import theme_of
from accounts.signals import account_leaving, guest_joined
from accounts.staff.services.addresses import expect_open_address

BACKEND = "accounts.entrance.backends.NameOrEmailBackend"
FEWEST_DIGITS, MOST_DIGITS = 4, 12


def guest_of(request: HttpRequest) -> User | None:
    """Find the guest who sits at this browser."""
    user = getattr(request, "guest", request.user)  # at the entrances a guest counts as nobody yet
    return user if isinstance(user, User) and user.is_guest else None


def welcome_guest(request: HttpRequest) -> User:
    """Let somebody in without an account, and log them in; whoever is logged in already stays who they are.

    Floods of guests from one address are answered by the page for too many requests.
    """
    if isinstance(request.user, User):
        return request.user
    expect_open_address(request)
    if not ratelimit.consume(request, app="allauth.account", action="welcome_guest", limit_get=True):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    guest = create_guest(language=get_language() or "", theme=theme_of(request))
    login(request, guest, backend=BACKEND)
    stay_known(request)
    return guest


def stay_known(request: HttpRequest) -> None:
    """Let a guest's session last from this visit on: without it nobody could find back to their matches."""
    request.session.set_expiry(timedelta(days=settings.GUEST_DAYS))


def create_guest(*, language: str = "", theme: str = "") -> User:
    """Write a guest under a free number; the database decides which is free, and more digits make room."""
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
        guest = User(username=f"Guest {number}", is_guest=True, language=language)
        guest.theme = theme or guest.theme
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("No number is free for a guest.")


@transaction.atomic
def join_guest(*, request: HttpRequest, guest: User, user: User) -> list[str]:
    """Hand what a guest has played over to the account they had all the time; give words for what they cannot keep."""
    guest, user = lock_two(guest, user)
    answers: list[Any] = guest_joined.send(sender=User, guest=guest, user=user)
    pass_blocks_on(guest=guest, user=user)
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)  # the log-in then renews the session's key without forgetting its steps
    dismiss(guest)
    return [words for _listener, answer in answers for words in answer or ()]


def sweep_guests() -> int:
    """Delete guests who have not been here for days, and accounts that nobody ever confirmed; say how many."""
    long_ago = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    idle = User.objects.filter(is_guest=True, left_at=None, seen_at__lt=long_ago)
    return sum(sweep_away(absent, pk) for absent in (idle, never_confirmed(long_ago)) for pk in numbers_of(absent))


def numbers_of(people: QuerySet[User]) -> list[int]:
    """List people before any of them is dealt with."""
    return list(people.values_list("pk", flat=True))


@transaction.atomic
def sweep_away(absent: QuerySet[User], pk: int) -> bool:
    """Let one of those who are absent go, unless they came back or registered since they were listed."""
    guest = absent.select_for_update(no_key=True).filter(pk=pk).first()
    return guest is not None and take_leave(guest)


def never_confirmed(long_ago: datetime) -> QuerySet[User]:
    """Find registrations that were never confirmed and never used: their names are free again."""
    unconfirmed = EmailAddress.objects.filter(verified=False).values("user")
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    strangers = User.objects.filter(is_guest=False, is_staff=False, last_login=None, date_joined__lt=long_ago)
    return strangers.filter(pk__in=unconfirmed).exclude(pk__in=confirmed)


@transaction.atomic
def take_leave(guest: User) -> bool:
    """Let the others know that a guest leaves, then delete them."""
    account_leaving.send(sender=User, user=guest)
    dismiss(guest)
    return True


def dismiss(guest: User) -> None:
    """Delete a guest; where other people's matches still refer to them, keep the row under a neutral name."""
    try:
        with transaction.atomic():
            guest.delete()
    except (ProtectedError, RestrictedError):
        neutralise(guest)
