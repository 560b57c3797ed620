"""Private notes at a table."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, Note
from games.models.note import LONGEST_NOTE
from games.services.plain_words import several_lines
from games.services.refusals import LobbyRefused


class NoteTooLong(LobbyRefused):
    reason = _("That is too long to be kept: 4,000 characters fit. The last shorter version is kept.")


def keep_note(*, match: Match, user: User, text: str) -> None:
    """Keeps what somebody wrote down for themselves; nothing written is nothing kept."""
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
    """Gives a guest's notes to the account they had all the time, except where that has its own."""
    own = list(Note.objects.filter(user=user).values_list("match", flat=True))
    Note.objects.filter(user=guest).exclude(match__in=own).update(user=user)


def forget_notes(*, user: User) -> None:
    """Deletes everything somebody wrote down."""
    Note.objects.filter(user=user).delete()
