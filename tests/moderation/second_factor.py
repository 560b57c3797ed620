"""A browser in which somebody logged in with a second factor."""

import time

from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.account.internal.userkit import user_id_to_str
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import ConfirmedFactor, User


def show_second_factor(user: User, *, confirmed: bool = True) -> Client:
    """Opens a browser with the first factor of somebody, who gets one that an administrator knows to be theirs."""
    factor = user.authenticator_set.first() or TOTP.activate(user, generate_totp_secret()).instance
    if confirmed:
        ConfirmedFactor.objects.get_or_create(authenticator=factor)
    client = Client()
    client.force_login(user, backend="accounts.entrance.backends.NameOrEmailBackend")
    session = client.session
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = user_id_to_str(user)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "mfa", "at": time.time(), "id": factor.pk, "type": factor.type}
    ]
    session.save()
    return client
