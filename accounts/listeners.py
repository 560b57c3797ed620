"""What accounts do on signals: the sweep, a log-in, a factor more, and words for everybody that change."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed, authenticator_added
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.entrance.services.attempts import note_entrance, note_refusal
from accounts.models import Announcement, Sanction, User
from accounts.notices.services import forget_ways
from accounts.sanctions.services.sanctions import refresh_ban_flags
from accounts.settings.devices import forget_own_device
from accounts.settings.services import go_on_with_holidays
from accounts.signals import sanction_imposed
from accounts.staff.admin_site import shown_factors
from accounts.staff.announcements import forget_announcements
from accounts.staff.services.addresses import note_sighting
from accounts.staff.services.devices import note_device
from accounts.staff.services.factors import confirm_added
from config.signals import sweeping
from config.task_queue import enqueue


@receiver(sweeping)
def deliver_due_letters(**kwargs: Any) -> None:
    """Have letters that are due sent by a task of their own."""
    enqueue("accounts.tasks.deliver_letters", expires=settings.SWEEP_SECONDS)


@receiver(sweeping)
def correct_ban_flags(**kwargs: Any) -> None:
    """Let the flags of banned people follow from their sanctions again."""
    refresh_ban_flags()


@receiver(sweeping)
def begin_and_end_holidays(**kwargs: Any) -> None:
    """Let tables show who is on holiday."""
    go_on_with_holidays()


@receiver(user_logged_in)
def remember_where_from(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Several accounts of one person come from one place, or with one device."""
    note_sighting(user=user, request=request)
    note_device(user=user, request=request)


@receiver(user_logged_in)
def log_who_came_in(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Operators can read who came in, when, by what and from where."""
    note_entrance(request, user)


@receiver(authentication_failed)
def log_who_showed_no_factor(request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """They read also of codes that were wrong."""
    note_refusal(request, user, str(authenticator.type))


@receiver(user_logged_out)
def tell_this_browser_no_more(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Whoever uses the device next learns nothing of who left it."""
    if user is not None:
        forget_own_device(request, user)


@receiver(sanction_imposed)
def tell_the_banned_no_more(sanction: Sanction, **kwargs: Any) -> None:
    """Who is banned for good has neither devices nor webhooks left."""
    if sanction.kind == Sanction.Kind.BAN and sanction.ends_at is None:
        forget_ways(sanction.user)


@receiver(authenticator_added)
def trust_who_has_shown_one(request: HttpRequest, authenticator: Authenticator, **kwargs: Any) -> None:
    """Staff who have a confirmed factor add and replace others without asking anybody."""
    confirm_added(factor=authenticator, shown=shown_factors(request))


@receiver([post_save, post_delete], sender=Announcement)
def say_it_at_once(**kwargs: Any) -> None:
    """Nobody waits for what was kept for the next page."""
    forget_announcements()
