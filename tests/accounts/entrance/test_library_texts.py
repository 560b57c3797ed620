"""What allauth says in its own code is said in our form of address."""

import gettext as gettext_module
import re
from itertools import chain
from pathlib import Path

import allauth
import pytest
from allauth.account.forms import ChangePasswordForm
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import gettext

from accounts.entrance.adapter import AccountAdapter
from accounts.entrance.library_texts import LIBRARY_TEXTS
from tests.accounts.players import player

STRANGE = {"fr": r"'|\b(?:tu|ton|ta|tes|toi)\b", "de": r"\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b"}


def said_at_the_door() -> list[str]:
    errors = chain(AccountAdapter.error_messages.values(), DefaultMFAAdapter.error_messages.values())
    fields = chain(AddWebAuthnForm.base_fields.values(), ChangePasswordForm.base_fields.values())
    return [*map(str, errors), *(str(text) for field in fields for text in (field.label, field.help_text))]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_library_addresses_people_as_we_do(language: str) -> None:
    with translation.override(language):
        assert [said for said in said_at_the_door() if re.search(STRANGE[language], said)] == []
        assert [text for text in LIBRARY_TEXTS if re.search(STRANGE[language], gettext(text))] == []


@pytest.mark.django_db
def test_the_ways_to_confirm_that_it_is_you_are_named_in_our_words(rf: RequestFactory) -> None:
    ada = player("Ada")
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={})
    with translation.override("de"):
        ways = AccountAdapter(rf.get("/")).get_reauthentication_methods(ada)
        assert [str(way["description"]) for way in ways] == [
            "Passwort verwenden",
            "Authenticator-App oder Code verwenden",
        ]


def test_every_text_named_is_one_that_the_library_has() -> None:
    """Asks the library's own catalogue: a text that a new release words anew is noticed."""
    theirs = gettext_module.translation("django", Path(allauth.__file__).parent / "locale", ["de"])
    assert [text for text in LIBRARY_TEXTS if theirs.gettext(text) == text] == []
