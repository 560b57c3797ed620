"""A letter as a mail, plain and as a page, with the way to have no more of it; and as two lines for elsewhere."""

from html import unescape
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import Truncator

from accounts.mail.letters import Draft
from accounts.models import Letter, User
from accounts.models.user import NOTICES
from accounts.notices.channels import Message

SALT = "accounts.notices"
# One mail a day in place of the others; who turns it off wants none at all.
DIGEST = "digest"
LONGEST_TITLE, LONGEST_BODY = 150, 400


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
    mail = EmailMultiAlternatives(
        subject=subject_of(draft.template, shown),
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


def summarise(letter: Letter, draft: Draft) -> Message:
    """Return the same in two lines, in the language that is active."""
    body = unescape(" ".join(render_to_string(draft.line, draft.context).split())) if draft.line else ""
    return Message(
        kind=draft.notice.removeprefix("mail_"),
        title=Truncator(subject_of(draft.template, draft.context)).chars(LONGEST_TITLE),
        body=Truncator(body).chars(LONGEST_BODY),
        url=draft.context["url"],
        topic=draft.topic or letter.event,
        event=letter.event,
    )


def subject_of(template: str, shown: dict[str, Any]) -> str:
    """Return the one line that says what a letter is about."""
    return "".join(render_to_string(f"{template}_subject.txt", shown).splitlines()).strip()


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
    return (pk, notice) if notice in (*NOTICES, DIGEST) else None
