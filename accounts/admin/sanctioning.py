"""The tools of a person's file: from a note to a ban."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.admin.templates_for_people import TEMPLATES
from accounts.admin.tools import Tool, ToolForm, Words
from accounts.leaving.services import delete_account
from accounts.models import Sanction, User
from accounts.models.sanction import LONGEST_WORDS
from accounts.names import LONGEST_NAME, validate_spelling
from accounts.sanctions.services.sanctions import CannotSanction, impose
from accounts.staff.services.person_notes import write_note
from accounts.staff.services.trace import trace

Kind = Sanction.Kind
DAYS = [(1, _("1 day")), (3, _("3 days")), (7, _("1 week")), (30, _("30 days")), (90, _("90 days"))]
ENDLESS = [("", _("without an end"))]
MAY_MUTE = ("accounts.mute_user", "accounts.sanction_user")
MAY_SANCTION = ("accounts.sanction_user",)


class MessageForm(ToolForm):
    """What the person is told; the reason itself stays among staff."""

    message = forms.CharField(
        label=_("Message to the person"),
        help_text=_("They read it on their page, in your words: what, why, what to do better."),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    field_order = ["message", "why"]


class TimedForm(MessageForm):
    """The same with an end."""

    days = forms.TypedChoiceField(label=pgettext_lazy("how long", "For"), choices=DAYS, coerce=int)
    field_order = ["days", "message", "why"]


class MaybeEndlessForm(TimedForm):
    """The same, and it may have no end."""

    days = forms.TypedChoiceField(
        label=pgettext_lazy("how long", "For"),
        choices=[*DAYS, *ENDLESS],
        coerce=int,
        empty_value=None,
        required=False,
        initial=7,
    )


class RenameForm(MessageForm):
    """Another name; a neutral one where none is given."""

    new_name = forms.CharField(
        label=_("New name"),
        help_text=_("Leave it empty for a neutral one. They may choose another themselves, but not the old one."),
        max_length=LONGEST_NAME,
        required=False,
        validators=[validate_spelling],
    )
    field_order = ["new_name", "message", "why"]


class PersonNoteForm(forms.Form):
    """A remark for staff."""

    text = forms.CharField(label=_("Note"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 4}))


def sanction(
    kind: str, actor: User, row: User, *, why: str, message: str, days: int | None = None, **more: Any
) -> None:
    """Impose it from now on."""
    impose(actor=actor, user=row, kind=kind, reason=why, message=message, ends_at=_end(days), **more)


@transaction.atomic
def close_account(actor: User, row: User, *, why: str) -> None:
    """Delete an account as its owner would: other people's matches stay whole."""
    if row.is_staff or row.is_superuser or row.pk == actor.pk:
        raise CannotSanction(_("First take the role away."))
    trace(actor=actor, verb="delete account", why=why, target=row, person=row, before={"name": row.username})
    delete_account(user=row)


def _end(days: int | None) -> datetime | None:
    return timezone.now() + timedelta(days=days) if days else None


def _is_here(row: User) -> bool:
    return row.left_at is None


def _tool(kind: str, words: Words, form: type[forms.Form], permissions: tuple[str, ...] = MAY_SANCTION) -> Tool:
    return Tool(
        name=kind,
        words=words,
        form=form,
        act=partial(sanction, kind),
        permissions=permissions,
        applies=_is_here,
        templates=TEMPLATES,
    )


TOOLS = (
    Tool(
        name="note",
        words=_("Write a note"),
        form=PersonNoteForm,
        act=lambda actor, row, text: write_note(actor=actor, user=row, text=text),
        permissions=("accounts.add_personnote",),
    ),
    _tool(Kind.WARNING, pgettext_lazy("tool", "Warn"), MessageForm),
    _tool(Kind.MUTE, pgettext_lazy("tool", "Mute"), MaybeEndlessForm, MAY_MUTE),
    _tool(Kind.UNRATED, _("Bar from rated play"), MaybeEndlessForm),
    _tool(Kind.RENAME, pgettext_lazy("tool", "Rename"), RenameForm),
    _tool(Kind.SUSPENSION, pgettext_lazy("tool", "Suspend"), TimedForm),
    _tool(Kind.BAN, pgettext_lazy("tool", "Ban"), MaybeEndlessForm),
    Tool(
        name="delete",
        words=_("Delete the account"),
        help=_(
            "As its owner would: personal data is wiped, seats go to AIs, nobody else’s match is touched. For ever."
        ),
        form=ToolForm,
        act=close_account,
        permissions=("accounts.delete_user",),
        applies=_is_here,
    ),
)
