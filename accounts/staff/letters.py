"""What staff do to an account besides sanctions is told to its owner; nobody can turn these letters off."""

from django.conf import settings
from django.urls import reverse

from accounts.mail.letters import Draft, words_for
from accounts.models import Letter
from accounts.staff.services.factors import REMOVED


@words_for(REMOVED)
def word_factors_removed(letter: Letter) -> Draft:
    """Your second factors are gone: should somebody else have asked for it, the owner learns of it."""
    return Draft("accounts/mail/factors_removed", "", {"url": settings.SITE_URL + reverse("mfa_index")})
