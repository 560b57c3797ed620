"""What moderators write to somebody about a sanction or an appeal; nobody can turn these letters off."""

from django.conf import settings
from django.urls import reverse

from accounts.mail.letters import Draft, words_for
from accounts.models import Letter, Sanction
from accounts.sanctions.services.appeals import APPEAL
from accounts.sanctions.services.sanctions import SANCTION


@words_for(SANCTION)
def word_sanction(letter: Letter) -> Draft | None:
    """Say what, why, until when: unless it was undone before anybody wrote."""
    sanction = Sanction.objects.filter(pk=letter.about["sanction"], lifted_at=None).first()
    return _draft("accounts/mail/sanction", sanction)


@words_for(APPEAL)
def word_answer(letter: Letter) -> Draft | None:
    """Word what came of an appeal."""
    return _draft("accounts/mail/appeal", Sanction.objects.filter(pk=letter.about["sanction"]).first())


def _draft(template: str, sanction: Sanction | None) -> Draft | None:
    if sanction is None:
        return None
    return Draft(template, "", {"sanction": sanction, "url": settings.SITE_URL + reverse("standing")})
