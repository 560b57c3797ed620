"""One appeal against each sanction, and its answer."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.mail.services import write_letter
from accounts.models import Appeal, Sanction, User
from accounts.sanctions.services.sanctions import CannotSanction, expect_may_impose, lift
from accounts.staff.services.trace import trace

APPEAL: Final = "accounts.appeal"


class AppealRefused(Exception):
    """Nothing was written; the message says why."""


def appeal(*, user: User, sanction_id: int, text: str) -> Appeal:
    """Say something against a sanction that holds; a second click is the same appeal."""
    with transaction.atomic():
        sanction = Sanction.objects.select_for_update().filter(pk=sanction_id, user=user).first()
        if sanction is None or not sanction.is_in_force:
            raise AppealRefused(_("This is over, so there is nothing to appeal against."))
        return Appeal.objects.get_or_create(sanction=sanction, defaults={"text": text})[0]


def answer_appeal(*, actor: User, appeal_id: int, granted: bool, answer: str) -> Appeal:
    """Answer once, by somebody else than who imposed the sanction; an appeal that is granted lifts it."""
    with transaction.atomic():
        asked = Appeal.objects.select_for_update().get(pk=appeal_id)
        sanction = asked.sanction
        expect_may_impose(actor, sanction.user, sanction.kind)
        if sanction.made_by_id == actor.pk:
            raise CannotSanction(_("You imposed it yourself, so somebody else of the team answers. You may undo it."))
        if asked.answered_at is not None:
            raise CannotSanction(_("This appeal has already been answered."))
        asked.answer, asked.granted, asked.answered_at = answer, granted, timezone.now()
        asked.save(update_fields=["answer", "granted", "answered_at"])
        trace(
            actor=actor,
            verb="grant appeal" if granted else "refuse appeal",
            why=answer,
            target=asked,
            person=sanction.user,
            after={"granted": granted},
        )
        about = {"sanction": sanction.pk}
        write_letter(user=sanction.user, kind=APPEAL, event=f"appeal/{asked.pk}", about=about)
        if granted:
            lift(actor=actor, sanction_id=sanction.pk, why=answer)
        return asked
