"""The tools by which an administrator confirms the first second factor of a colleague, or takes off a thief's."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.admin.tools import Tool, ToolForm
from accounts.models import User
from accounts.staff.services.factors import Type, confirm_factors, remove_factors, waiting_factors

KINDS: Final = {Type.TOTP: _("Authenticator app"), Type.WEBAUTHN: _("Passkey or security key")}


class ConfirmForm(ToolForm):
    """Which of the factors are theirs."""

    factors = forms.TypedMultipleChoiceField(
        label=_("Set up by the person themselves"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ["factors", "why"]


def offer_waiting(form: Any, row: User) -> None:
    """Name what waits by its kind and its moment, which its owner can be asked about."""
    form.fields["factors"].choices = [
        (factor.pk, f"{KINDS[factor.type]}, {factor.created_at:%Y-%m-%d %H:%M} UTC") for factor in waiting_factors(row)
    ]


def _waits(row: User) -> bool:
    return row.is_staff and waiting_factors(row).exists()


CONFIRM_FACTOR = Tool(
    name="confirm-factor",
    words=_("Confirm the second factor"),
    help=_(
        "Ask the person face to face or by a voice you know, not by mail, whether they set it up at this moment. "
        "Somebody who stole their password could have done it. With a confirmed factor they can enter the admin."
    ),
    form=ConfirmForm,
    fit=offer_waiting,
    act=lambda actor, row, factors, why: confirm_factors(actor=actor, user=row, factors=factors, why=why),
    permissions=("accounts.change_user",),
    applies=_waits,
)

REMOVE_FACTORS = Tool(
    name="remove-factors",
    words=_("Remove second factors"),
    help=_(
        "For somebody who lost theirs, or in whose account somebody else has set one up. Be sure who asks. They "
        "choose a new password by mail first: anybody who knows the old one could come in again. Every session of "
        "theirs ends, and they are told by mail."
    ),
    form=ToolForm,
    act=lambda actor, row, why: remove_factors(actor=actor, user=row, why=why),
    permissions=("accounts.change_user",),
    applies=lambda row: row.authenticator_set.exists(),
)
