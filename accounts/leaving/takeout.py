"""Everything we know about somebody, for them to take along."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model

from accounts.models import DeviceSighting, Letter, PushDevice, Sanction, Sighting, User, Webhook
from accounts.models.user import NOTICES
from accounts.people.selectors import blocks_of, follows_of
from accounts.sanctions.selectors import sanctions_of
from accounts.signals import collect_personal_data

TOLD = (
    *("username", "email", "date_joined", "last_login", "seen_at"),
    *("about", "language", "time_zone", "browser_zone", "theme", *NOTICES),
    *("rest_begins", "rest_ends", "rest_weekends"),
    *("push_kinds", "hook_kinds", "quiet_from", "quiet_until", "digest_hour"),
)


def take_out(*, user: User) -> dict[str, Any]:
    """Gather what accounts know and what listeners add, each under the name of its app."""
    gathered: dict[str, Any] = {"accounts": of_accounts(user)}
    for listener, answer in collect_personal_data.send(sender=User, user=user):
        gathered.setdefault(listener.__module__.partition(".")[0], {}).update(answer or {})
    return gathered


def of_accounts(user: User) -> dict[str, Any]:
    """Tell the account, but neither password nor secrets: these would only help a thief of the file."""
    return {
        "account": pick(user, *TOLD),
        "addresses": [pick(row, "email", "verified", "primary") for row in EmailAddress.objects.filter(user=user)],
        "sessions": [
            pick(row, "ip", "user_agent", "created_at", "last_seen_at") for row in UserSession.objects.filter(user=user)
        ],
        "second_factors": [
            {"name": str(row), **pick(row, "type", "created_at", "last_used_at")}
            for row in Authenticator.objects.filter(user=user)
        ],
        "seen_at": [pick(row, "network", "first_at", "last_at") for row in Sighting.objects.filter(user=user)],
        "seen_with": [pick(row, "device", "first_at", "last_at") for row in DeviceSighting.objects.filter(user=user)],
        "sanctions": [tell_sanction(row) for row in sanctions_of(user)],
        "mails": [
            pick(row, "kind", "written_at", "told", "sent_at", "read_at") for row in Letter.objects.filter(user=user)
        ],
        "devices": [pick(row, "user_agent", "made_at", "used_at") for row in PushDevice.objects.filter(user=user)],
        "webhooks": [pick(row, "style", "host", "made_at", "used_at") for row in Webhook.objects.filter(user=user)],
        "holidays": [pick(row, "first_day", "last_day") for row in user.holidays.all()],
        "api_tokens": [pick(row, "name", "scopes", "made_at", "used_at") for row in user.api_tokens.all()],
        "followed": [{"name": row.followed.display_name, "since": row.made_at} for row in follows_of(user)],
        "blocked": [{"name": row.blocked.display_name, "since": row.made_at} for row in blocks_of(user)],
    }


def tell_sanction(sanction: Sanction) -> dict[str, Any]:
    """Return what the person was told, and what they said against it."""
    appeal = getattr(sanction, "appeal", None)
    return {
        **pick(sanction, "kind", "message", "made_at", "ends_at", "lifted_at"),
        "appeal": pick(appeal, "text", "made_at", "answer", "granted") if appeal else None,
    }


def pick(row: Model, *fields: str) -> dict[str, Any]:
    """Take some fields of a row."""
    return {field: getattr(row, field) for field in fields}
