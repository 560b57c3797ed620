"""A browser in which somebody logged in with a second factor."""

import time

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.account.internal.userkit import user_id_to_str
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User


def show_second_factor(user: User) -> Client:
    if not user.authenticator_set.exists():
        TOTP.activate(user, generate_totp_secret())
    client = Client()
    client.force_login(user, backend="accounts.backends.NameOrEmailBackend")
    session = client.session
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = user_id_to_str(user)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "at": time.time(), "type": "totp"}]
    session.save()
    return client
