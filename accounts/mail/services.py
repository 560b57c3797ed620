"""Writing letters down, and sending what is due: once each, however many send at the same moment."""

import logging
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from threading import Lock, Thread
from typing import Any

from django.core.mail import get_connection
from django.db import connections
from django.db.models import F, QuerySet
from django.utils import timezone, translation

from accounts.mail.letters import WRITERS, Later
from accounts.mail.messages import address_of, build, language_of
from accounts.models import Letter, User
from accounts.time_zones import zone_of

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 50
# After a failure a letter waits a minute, then twice as long each time, six hours at most; after a day it is given up.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
MOST_ATTEMPTS = 12
KEPT_FOR = timedelta(days=60)

_at_work = Lock()


def write_letter(*, user: User, kind: str, event: str, about: dict[str, Any]) -> None:
    """Write one letter down that is due at once: see `write_letters`."""
    write_letters(Letter(user=user, kind=kind, event=event, about=about))


def write_letters(*letters: Letter) -> None:
    """Write letters down with what causes them, in the same transaction; of the same event nobody hears twice."""
    Letter.objects.bulk_create(letters, ignore_conflicts=True)


def deliver_in_background() -> None:
    """Send what is due in a thread of its own, one in a process: a dead mail server keeps nothing else waiting."""
    if _at_work.acquire(blocking=False):
        Thread(target=_deliver_and_rest, name="post", daemon=True).start()


def deliver_due() -> int:
    """Send what is due, and say how many letters went out."""
    sent = 0
    for letter_id in list(_due().order_by("due_at").values_list("pk", flat=True)[:SENT_AT_ONCE]):
        try:
            sent += _deliver(letter_id)
        except (SMTPRecipientsRefused, SMTPResponseException):
            logger.warning("Letter %s was refused", letter_id, exc_info=True)
        except OSError:
            logger.warning("The mail server is away; letter %s waits", letter_id, exc_info=True)
            break  # the others would only find out the same
        except Exception:
            logger.exception("Letter %s cannot be worded", letter_id)
    return sent


def forget_old_letters() -> int:
    """Delete letters of which nobody will be told again."""
    old = Letter.objects.filter(written_at__lt=timezone.now() - KEPT_FOR)
    gone: int = old.exclude(sent_at=None, dropped_at=None).delete()[0]
    return gone


def _deliver_and_rest() -> None:
    try:
        deliver_due()
    except Exception:
        logger.exception("The post failed")
    finally:
        connections.close_all()
        _at_work.release()


def _due() -> QuerySet[Letter]:
    return Letter.objects.filter(sent_at=None, dropped_at=None, due_at__lte=timezone.now())


def _claim(letter_id: int) -> Letter | None:
    """Take a letter by putting off when it is due: no two send it, and should this one be killed it is due again."""
    letter = _due().select_related("user").filter(pk=letter_id).first()
    if letter is None:
        return None
    pause = min(FIRST_PAUSE * 2**letter.attempts, LONGEST_PAUSE)
    mine = _due().filter(pk=letter_id, attempts=letter.attempts)
    return letter if mine.update(attempts=F("attempts") + 1, due_at=timezone.now() + pause) else None


def _deliver(letter_id: int) -> bool:
    """Words one letter and hands it over. From that moment on it counts as sent: better none than two."""
    letter = _claim(letter_id)
    if letter is None:
        return False
    address = address_of(letter.user)
    with translation.override(language_of(letter.user)), timezone.override(zone_of(letter.user)):
        draft = WRITERS[letter.kind](letter) if address and letter.attempts < MOST_ATTEMPTS else None
        if draft is None:
            _update(letter, dropped_at=timezone.now())
            return False
        if isinstance(draft, Later):
            _update(letter, due_at=draft.at, attempts=letter.attempts)
            return False
        message = build(letter, draft, address)
    with get_connection() as server:  # a dead one is found out before anything is written down
        _update(letter, sent_at=timezone.now())
        try:
            server.send_messages([message])
        except Exception:
            _update(letter, sent_at=None)
            raise
    return True


def _update(letter: Letter, **values: Any) -> None:
    Letter.objects.filter(pk=letter.pk).update(**values)
