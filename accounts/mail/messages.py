"""A letter as a mail: plain and as a page, with the way to have no more of it."""

from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.mail.letters import Draft
from accounts.models import Letter, User
from accounts.models.user import NOTICES

SALT = "accounts.notices"


def address_of(user: User) -> str:
    """Return where somebody wants mail: their confirmed address; nowhere for guests, and for who left or is banned."""
    if user.is_guest or not user.is_active or user.left_at is not None:
        return ""
    confirmed = user.emailaddress_set.filter(verified=True).order_by("-primary")
    return str(confirmed.values_list("email", flat=True).first() or "")


def language_of(user: User) -> str:
    return user.language or settings.LANGUAGE_CODE


def build(letter: Letter, draft: Draft, address: str) -> EmailMultiAlternatives:
    """Return the mail, in the language that is active."""
    off = settings.SITE_URL + reverse("notices-off", args=[seal(letter.user, draft.notice)]) if draft.notice else ""
    shown: dict[str, Any] = {"reader": letter.user, "site_url": settings.SITE_URL, "off_url": off, **draft.context}
    subject = "".join(render_to_string(f"{draft.template}_subject.txt", shown).splitlines()).strip()
    mail = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string(f"{draft.template}.txt", shown),
        to=[address],
        headers={
            **(_way_out(off) if off else {}),
            "Auto-Submitted": "auto-generated",
            # The same in every attempt, so that whoever gets it twice after all can tell.
            "Message-ID": f"<letter-{letter.pk}@{settings.SITE.hostname}>",
        },
    )
    mail.attach_alternative(render_to_string(f"{draft.template}.html", shown), "text/html")
    return mail


def _way_out(off: str) -> dict[str, str]:
    """Let one click in the mail program be enough (RFC 8058)."""
    return {"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def seal(user: User, notice: str) -> str:
    """Return what a link carries that turns off one kind of mail: good for nothing else, and without end."""
    return signing.Signer(salt=SALT).sign_object([user.pk, notice])


def unseal(token: str) -> tuple[int, str] | None:
    """Return whose mail of which kind a link turns off; None for one that we did not make."""
    try:
        pk, notice = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return (pk, notice) if notice in NOTICES else None
