"""Whom a host lets sit down: by rating and by reliability. Whoever is invited by name needs neither."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.labels import rating_limits
from games.models import Invitation, Match
from games.play.refusals import ActionRefused
from games.signals import collect_reputation

NAMED = (Invitation.Status.PENDING, Invitation.Status.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Reputation:
    """How somebody stands before a host: their rating at tables of this size, and how often of a hundred they stay."""

    rating: int
    reliability: int


class OutsideLimits(ActionRefused):
    """Nobody can do much about it now, so the words say which limit it was and where they stand."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words

    def __str__(self) -> str:
        return self.words


def expect_within_limits(match: Match, user: User) -> None:
    """Refuse a seat to whoever is outside the host's limits. Without limits nobody is looked up."""
    if not match.has_limits or user.pk == match.host_id:
        return
    if match.invitations.filter(user=user, status__in=NAMED).exists():
        return
    found = reputation_of(user, match)
    if found.rating < (match.rating_from or 0) or found.rating > (match.rating_to or found.rating):
        words = _("Your rating is %(rating)s; the host asks for %(wanted)s.")
        raise OutsideLimits(words % {"rating": found.rating, "wanted": rating_limits(match)})
    if found.reliability < (match.reliability_from or 0):
        words = _("Your reliability is %(mine)s %%; the host asks for at least %(wanted)s %%.")
        raise OutsideLimits(words % {"mine": found.reliability, "wanted": match.reliability_from})


def reputation_of(user: User, match: Match) -> Reputation:
    """Ask whoever knows; games itself keeps no ratings."""
    answers: list[Any] = collect_reputation.send(sender=User, user=user, match=match)
    found: Reputation = answers[0][1]  # the leaderboard listens, and nobody else
    return found
