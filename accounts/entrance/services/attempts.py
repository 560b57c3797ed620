"""A line of the log for everybody who came in, or did not: which account, by what, from where; never what was typed.

Somebody may have typed a password where the name belongs, so an account is named by its number, and else not at all.
"""

import logging
from typing import Final

from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest

from accounts.models import User
from accounts.staff.services.addresses import client_of

logger: Final = logging.getLogger("site.entrance")
IN: Final = "Logged in: account %s by %s from %s"
REFUSED: Final = "Log-in refused: account %s by %s from %s"


def note_entrance(request: HttpRequest, user: User) -> None:
    """Tell who came in."""
    shown = [record.get("type", record["method"]) for record in get_authentication_records(request, user)]
    logger.info(IN, user.pk, ", ".join(shown) or ("guest" if user.is_guest else "link"), client_of(request))


def note_refusal(request: HttpRequest, user: User | None, by: str) -> None:
    """Tell who did not."""
    logger.warning(REFUSED, user.pk if user else "-", by, client_of(request))
