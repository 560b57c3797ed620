"""Talk at the table: who plays speaks to all, who looks on speaks to those who look on."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from accounts.people.services.locking import lock_person
from accounts.sanctions.selectors import sanction_on
from games import broadcast
from games.clean_text import one_line, several_lines
from games.models import ChatLine, Match, Note
from games.models.chat_line import LONGEST_LINE
from games.models.note import LONGEST_NOTE
from games.moderation.services.filters import expect_clean
from games.play.refusals import ActionRefused
from games.talk.mentions import tell_mentions

# Nobody who talks is slowed down by this; whoever floods is.
LINES_AT_ONCE: Final = 5
WITHIN: Final = timedelta(seconds=10)
# The same words so soon after are a second click.
SECOND_CLICK: Final = timedelta(seconds=2)
# Greetings are repeated; a sentence at many tables is an advertisement.
MOST_REPEATED: Final = 3
REPEATED_WITHIN: Final = timedelta(minutes=10)
WORTH_COUNTING: Final = 15
# Longer texts are not even cleaned.
ABSURD: Final = 10 * LONGEST_LINE


class TalkIsOff(ActionRefused):
    reason = _("Chat is switched off at this table: its host wanted it quiet.")


class SitDownFirst(ActionRefused):
    reason = _("Before a match begins, those who sit at its table chat here.")


class TalkNeedsAccount(ActionRefused):
    reason = _("To chat you need an account with a confirmed e-mail address. You can watch and play without one.")


class NothingSaid(ActionRefused):
    reason = _("Write something first.")


class TooLong(ActionRefused):
    reason = _("That is too long: a line can have up to 300 characters.")


class TooFast(ActionRefused):
    reason = _("You are writing faster than the others can read. Wait a few seconds, then send it again.")


class TooOften(ActionRefused):
    reason = _("You have sent exactly this several times in the last few minutes. Once is enough; nothing was sent.")


class Muted(ActionRefused):
    """Moderators decided so; the page about it says why, until when, and how to appeal."""

    reason = _("A moderator has muted you for a while. Why, until when, and how to appeal:")


def say(*, match: Match, user: User, text: str) -> ChatLine:
    """Say one line to those whom the speaker's place at the table allows."""
    expect_may_talk(match, user)
    text = _expect_words(text)
    expect_clean(user, text)
    with transaction.atomic():
        user = lock_person(user)
        earlier = _second_click(match, user, text)
        if earlier is not None:
            return earlier
        _expect_patience(user, text)
        line = ChatLine.objects.create(match=match, author=user, audience=_audience(match, user), text=text)
        tell_mentions(line)
        broadcast.announce_talk(match, line)
        return line


def expect_may_talk(match: Match, user: User) -> None:
    """Refuse who may not talk here, and say why."""
    if not match.chat_allowed:
        raise TalkIsOff
    if not match.has_begun and not _sits_at_open_table(match, user):
        raise SitDownFirst
    if user.is_guest or not user.is_confirmed:
        raise TalkNeedsAccount
    if sanction_on(user, Sanction.Kind.MUTE):
        raise Muted


def _sits_at_open_table(match: Match, user: User) -> bool:
    return match.status == Match.Status.OPEN and match.seats.filter(user=user).exists()


def forget_talk(*, user: User) -> None:
    """Delete everything somebody said."""
    ChatLine.objects.filter(author=user).delete()


def _expect_words(text: str) -> str:
    if len(text) > ABSURD:
        raise TooLong
    text = one_line(text)
    if not text:
        raise NothingSaid
    if len(text) > LONGEST_LINE:
        raise TooLong
    return text


def _second_click(match: Match, user: User, text: str) -> ChatLine | None:
    latest = match.chat_lines.filter(author=user, created_at__gt=timezone.now() - SECOND_CLICK).order_by("pk").last()
    return latest if latest is not None and latest.text == text else None


def _expect_patience(user: User, text: str) -> None:
    """Count at all tables together. The caller holds the lock on the person."""
    now = timezone.now()
    if user.chat_lines.filter(created_at__gt=now - WITHIN).count() >= LINES_AT_ONCE:
        raise TooFast
    same = user.chat_lines.filter(created_at__gt=now - REPEATED_WITHIN, text=text)
    if len(text) >= WORTH_COUNTING and same.count() >= MOST_REPEATED:
        raise TooOften


def _audience(match: Match, user: User) -> str:
    plays = match.seats.filter(user=user, conceded_at=None).exists()
    return ChatLine.Audience.SEATS if plays else ChatLine.Audience.SPECTATORS


class NoteTooLong(ActionRefused):
    reason = _("That is too long to save: notes can have up to 4,000 characters. The last shorter version is kept.")


def keep_note(*, match: Match, user: User, text: str) -> None:
    """Keep what somebody wrote down for themselves; nothing written is nothing kept."""
    # A line break comes from a browser as two signs.
    if len(text) > 2 * LONGEST_NOTE:
        raise NoteTooLong
    text = several_lines(text)
    if len(text) > LONGEST_NOTE:
        raise NoteTooLong
    with transaction.atomic():
        if text:
            Note.objects.update_or_create(match=match, user=user, defaults={"text": text})
        else:
            Note.objects.filter(match=match, user=user).delete()


@transaction.atomic
def hand_notes_over(*, guest: User, user: User) -> None:
    """Give a guest's notes to the account they had all the time, except where that has its own."""
    own = list(Note.objects.filter(user=user).values_list("match", flat=True))
    Note.objects.filter(user=guest).exclude(match__in=own).update(user=user)


def forget_notes(*, user: User) -> None:
    """Delete everything somebody wrote down."""
    Note.objects.filter(user=user).delete()
