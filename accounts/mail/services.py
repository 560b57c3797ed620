"""Writing letters down, and sending what is due: once each and to each place, however many send at one moment."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from smtplib import SMTPDataError, SMTPRecipientsRefused
from threading import Lock, Thread
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import connections
from django.db.models import F, QuerySet
from django.utils import timezone, translation

from accounts.mail.letters import WRITERS, Draft, Later, Unwritten
from accounts.mail.messages import DIGEST, address_of, build, language_of, summarise
from accounts.models import Letter, User
from accounts.models.user import NOTICES
from accounts.notices.channels import Undelivered, targets_of
from accounts.notices.hours import next_at, quiet_until
from accounts.time_zones import zone_of
from config import metrics

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 50
# After a failure a letter waits a minute, then twice as long each time, six hours at most; after a day it is given up.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
MOST_ATTEMPTS = 12
KEPT_FOR = timedelta(days=60)

MAIL = "mail"

_at_work = Lock()

# Where it goes, and how.
Parcel = tuple[str, Callable[[], None]]


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
            was_sent = _deliver(letter_id)
            metrics.letters.labels("sent" if was_sent else "not wanted").inc()
            sent += was_sent
        except Undelivered as problem:
            metrics.letters.labels("failed").inc()
            _release(letter_id)
            logger.warning("Letter %s did not come through: %s", letter_id, problem)
        except (SMTPRecipientsRefused, SMTPDataError):
            metrics.letters.labels("refused").inc()
            _release(letter_id)
            logger.warning("Letter %s was refused", letter_id, exc_info=True)
        except OSError:  # nobody listens, or whoever does takes nothing from us
            metrics.letters.labels("failed").inc()
            _hold(letter_id)
            logger.warning("The mail server is away or takes no mail; letter %s waits", letter_id, exc_info=True)
            break  # the others would only find out the same
        except Exception:
            metrics.letters.labels("failed").inc()
            _release(letter_id)
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


def _hold(letter_id: int) -> None:
    """Note that a letter waits for the mail server, and since when."""
    Letter.objects.filter(pk=letter_id, held_since=None).update(held_since=timezone.now())


def _release(letter_id: int) -> None:
    """Note that a letter waits for something of its own: an address, a webhook, its words."""
    Letter.objects.filter(pk=letter_id).update(held_since=None)


def _claim(letter_id: int) -> Letter | None:
    """Take a letter by putting off when it is due: no two send it, and should this one be killed it is due again."""
    letter = _due().select_related("user").filter(pk=letter_id).first()
    if letter is None:
        return None
    pause = min(FIRST_PAUSE * 2**letter.attempts, LONGEST_PAUSE)
    mine = _due().filter(pk=letter_id, attempts=letter.attempts)
    return letter if mine.update(attempts=F("attempts") + 1, due_at=timezone.now() + pause) else None


def _deliver(letter_id: int) -> bool:
    """Words one letter and hands it over, wherever it is still to go; what failed somewhere is tried there again."""
    letter = _claim(letter_id)
    if letter is None:
        return False
    with translation.override(language_of(letter.user)), timezone.override(zone_of(letter.user)):
        draft = _word(letter)
        if draft is None:  # whoever has seen it need not find it under the bell
            _update(letter, dropped_at=timezone.now(), read_at=letter.read_at or timezone.now())
            return False
        if isinstance(draft, Unwritten):
            Letter.objects.filter(pk=letter.pk).delete()
            return False
        if isinstance(draft, Later):
            _update(letter, due_at=draft.at, attempts=letter.attempts, held_since=None)
            return False
        parcels = _parcels(letter, draft)
    return _hand_over(letter, parcels)


def _word(letter: Letter) -> Draft | Later | Unwritten | None:
    """Ask whoever words it, unless nobody may be told now, or ever."""
    user = letter.user
    if letter.attempts >= MOST_ATTEMPTS or not user.is_active or user.left_at is not None:
        return None
    end = quiet_until(user, timezone.now())
    return Later(end) if end else WRITERS[letter.kind](letter)


def _parcels(letter: Letter, draft: Draft) -> list[Parcel]:
    """Return what goes where in the words of this moment; mail last, since the others do not wait for its server."""
    wanted: list[Parcel] = []
    if draft.notice and draft.notice != DIGEST:
        message = summarise(letter, draft)
        targets = targets_of(letter.user, message.kind)
        wanted = [(target.key, partial(target.send, message)) for target in targets]
    address = address_of(letter.user)
    if address and (draft.notice not in NOTICES or getattr(letter.user, draft.notice)):
        wanted.append((MAIL, _mailing(letter, draft, address)))
    told = letter.told.split()
    return [(key, send) for key, send in wanted if key not in told]


def _mailing(letter: Letter, draft: Draft, address: str) -> Callable[[], None]:
    """Return how it is mailed: at once, or left to the one mail of the day."""
    hour = letter.user.digest_hour
    if hour is None or draft.notice in ("", DIGEST):
        return partial(_mail, build(letter, draft, address))
    return partial(write_digest, letter.user, hour)


def _hand_over(letter: Letter, parcels: Sequence[Parcel]) -> bool:
    """From the moment it is handed over it counts as told there: better none than two."""
    problems: list[Exception] = []
    sent = 0
    for key, send in parcels:
        _update(letter, told=f"{letter.told} {key}".strip())
        try:
            send()
        except Exception as problem:
            _update(letter, told=letter.told)
            problems.append(problem)
        else:
            letter.told = f"{letter.told} {key}".strip()
            sent += 1
    if problems:
        raise problems[-1]
    _update(letter, **({"sent_at": timezone.now()} if letter.told else {"dropped_at": timezone.now()}))
    return sent > 0


def _mail(message: EmailMultiAlternatives) -> None:
    with get_connection() as server:
        server.send_messages([message])
    # It takes mail again: what it did not take is tried once more in its time.
    waiting = Letter.objects.filter(sent_at=None, dropped_at=None, held_since__isnull=False)
    waiting.update(held_since=None)


def write_digest(user: User, hour: int) -> None:
    """Write down that somebody gets one mail at their hour, with all that then waits and has happened."""
    at = next_at(user, hour, timezone.now())
    write_letters(Letter(user=user, kind=DIGEST, event=f"digest/{at:%Y-%m-%dT%H}", due_at=at, read_at=timezone.now()))


def _update(letter: Letter, **values: Any) -> None:
    Letter.objects.filter(pk=letter.pk).update(**values)
