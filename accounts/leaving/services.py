"""Going for good: what is personal is wiped, what belongs to other people's matches stays under a neutral name."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import ApiToken, Appeal, Block, DeviceSighting, Follow, Holiday, Letter, Sighting, Theme, User
from accounts.models.user import NOTICES
from accounts.notices.services import forget_ways
from accounts.people.services.locking import lock_person
from accounts.signals import account_leaving


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Wipe somebody's account at once and for ever."""
    user = lock_person(user)
    account_leaving.send(sender=User, user=user)
    neutralise(user)


def neutralise(user: User) -> None:
    """Leave a row that says nothing about anybody, that nobody can log in to."""
    forget_belongings(user)
    user.username = f"Former player {user.pk}"
    user.email = user.about = user.language = user.time_zone = user.browser_zone = ""
    user.theme = Theme.AUTO
    user.rest_begins = user.rest_ends = None
    user.rest_weekends, user.holiday_spans = False, []
    user.is_guest = user.is_active = user.is_staff = user.is_superuser = False
    for notice in NOTICES:
        setattr(user, notice, False)
    user.push_kinds = user.hook_kinds = ""
    user.quiet_from = user.quiet_until = user.digest_hour = None
    user.last_login, user.left_at = None, timezone.now()
    user.seen_at = user.date_joined = user.left_at
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def forget_belongings(user: User) -> None:
    """Delete addresses, factors, tokens, devices, webhooks, blocks and sightings, and end every session."""
    for session in UserSession.objects.filter(user=user):
        session.end()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    Letter.objects.filter(user=user).delete()
    forget_ways(user)
    Block.objects.filter(blocker=user).delete()
    Block.objects.filter(blocked=user).delete()
    Follow.objects.filter(Q(follower=user) | Q(followed=user)).delete()
    Sighting.objects.filter(user=user).delete()
    DeviceSighting.objects.filter(user=user).delete()
    Holiday.objects.filter(user=user).delete()
    # Nobody can be given back what they no longer have: moderators need not look for an answer.
    Appeal.objects.filter(sanction__user=user, answered_at=None).delete()
