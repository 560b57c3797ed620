"""Everything we know about somebody, for them to take along."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model

from accounts.models import Letter, Sanction, Sighting, User
from accounts.models.user import NOTICES
from accounts.people.selectors import blocks_of
from accounts.sanctions.selectors import sanctions_of
from accounts.signals import collect_personal_data

TOLD = (
    *("username", "email", "date_joined", "last_login", "seen_at"),
    *("about", "language", "time_zone", "browser_zone", "theme", *NOTICES),
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
        "sanctions": [tell_sanction(row) for row in sanctions_of(user)],
        "mails": [pick(row, "kind", "written_at", "sent_at") for row in Letter.objects.filter(user=user)],
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
