"""What games writes to people: each letter is worded when it goes out, from what its reader may know at that moment."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.letters import Draft, Later, words_for
from accounts.models import Letter
from games.lobby.rows import rows_of
from games.models import Match
from games.selectors.lobby import invitations_of, tables_of
from games.services.notices import INVITATION, MY_TURN, REMINDER, reminds_at

AGAIN = timedelta(minutes=10)
# Whoever looked so lately is still there.
STILL_THERE = timedelta(minutes=1)


@words_for(MY_TURN)
def word_my_turn(letter: Letter) -> Draft | Later | None:
    """It is your turn: unless they played, or have looked since they were asked."""
    match = _asked(letter)
    if match is None or (match.looked_at and match.looked_at >= match.asked_at):
        return None
    return Later(timezone.now() + AGAIN) if match.paused_at else _about_turn("games/mail/my_turn", letter, match)


@words_for(REMINDER)
def word_reminder(letter: Letter) -> Draft | Later | None:
    """Your time is nearly over: unless they played, or are there; a deadline that moved moves its reminder."""
    match = _asked(letter)
    now = timezone.now()
    if match is None or match.deadline_at is None or match.number != letter.about["number"]:
        return None
    if match.paused_at:
        return Later(now + AGAIN)
    if reminds_at(match, match.deadline_at) > now:
        return Later(reminds_at(match, match.deadline_at))
    is_there = match.looked_at and now - match.looked_at < STILL_THERE
    return None if is_there else _about_turn("games/mail/reminder", letter, match)


@words_for(INVITATION)
def word_invitation(letter: Letter) -> Draft | None:
    """Somebody invites you: unless they answered, or the table is gone."""
    invitation = invitations_of(letter.user).filter(pk=letter.about["invitation"]).first()
    if invitation is None or not letter.user.mail_invitations:
        return None
    shown = {"invitation": invitation, "url": _way_to(invitation.match)}
    return Draft("games/mail/invitation", "mail_invitations", shown)


def _asked(letter: Letter) -> Any:
    """The match that waits for the reader, if it still does and they want to hear of it."""
    match: Any = tables_of(letter.user).filter(pk=letter.about["match"]).first()
    return match if match and match.has_known_rules and match.is_asked and letter.user.mail_my_turn else None


def _about_turn(template: str, letter: Letter, match: Match) -> Draft:
    shown = {"row": rows_of(letter.user, [match])[0], "url": _way_to(match)}
    return Draft(template, "mail_my_turn", shown)


def _way_to(match: Match) -> str:
    """To the very decision, past the door for whoever is not logged in; opening it does nothing."""
    return settings.SITE_URL + reverse("table-way", args=[match.pk])
