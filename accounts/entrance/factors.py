"""Secrets of second factors as they lie in the database: of no use to whoever has only that, or a backup of it."""

import base64
import logging
from typing import Final

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

# What is stored without it was stored before secrets were encrypted.
ENCRYPTED: Final = "fernet:"

logger = logging.getLogger(__name__)


class FactorAdapter(DefaultMFAAdapter):
    """Encrypts the secrets of authenticator apps, and the seeds of recovery codes."""

    def encrypt(self, text: str) -> str:
        """Return it as it is stored."""
        return ENCRYPTED + _boxes().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return it as it was; a secret that another key has encrypted is lost, and nobody's code fits any more."""
        if not encrypted_text.startswith(ENCRYPTED):
            return encrypted_text
        try:
            return _boxes().decrypt(encrypted_text.removeprefix(ENCRYPTED)).decode()
        except InvalidToken:
            logger.warning("A second factor was encrypted with another SECRET_KEY")
            return generate_totp_secret()


def _boxes() -> MultiFernet:
    """Open with the site's key, or with one it had before."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key_from(secret)) for secret in keys])


def _key_from(secret: str) -> bytes:
    return base64.urlsafe_b64encode(salted_hmac("second factors", "", secret=secret, algorithm="sha256").digest())
