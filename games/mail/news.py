"""What happened, in one sentence each: under the bell and in the one mail a day."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse

from accounts.mail.messages import subject_of
from accounts.models import Letter
from games.lobby.selectors import HEAVY
from games.models import ChatLine, Invitation, Match
from games.play.services.notices import CALLED_OFF, ENDED, FOUND, INVITATION, MENTION, STARTED, STOOD_IN, TAKEN_OVER

# What the sentence of each kind is the subject of, and what it looks like.
TEMPLATES: Final = {
    FOUND: ("games/mail/found", "seat"),
    STARTED: ("games/mail/started", "play"),
    ENDED: ("games/mail/ended", "star"),
    CALLED_OFF: ("games/mail/called_off", "cross"),
    STOOD_IN: ("games/mail/stood_in", "robot"),
    TAKEN_OVER: ("games/mail/taken_over", "robot"),
    INVITATION: ("games/mail/invitation", "mail"),
    MENTION: ("games/mail/mention", "speech"),
}


# What rooms above this one tell of: for each kind, all letters of it at once, by number; what is gone is left out.
TELLERS: Final[dict[str, "Teller"]] = {}
# What turns a letter off, where that is not the same for all letters of its kind.
NOTICE_OF: Final[dict[str, Callable[[Letter], str]]] = {}


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, and the way there."""

    words: str
    icon: str
    url: str
    at: datetime
    is_new: bool


Teller = Callable[[Sequence[Letter]], dict[int, News]]


def tell_news(letters: Iterable[Letter]) -> list[News]:
    """Return what letters tell of, in the order given and by few queries; what is gone is left out."""
    letters = list(letters)
    told = {pk: news for kind, tell in TELLERS.items() for pk, news in tell(_of_kind(letters, kind)).items()}
    told |= _tell_of_matches([letter for letter in letters if letter.kind in TEMPLATES])
    return [told[letter.pk] for letter in letters if letter.pk in told]


def _of_kind(letters: Sequence[Letter], kind: str) -> list[Letter]:
    return [letter for letter in letters if letter.kind == kind]


def _tell_of_matches(letters: Sequence[Letter]) -> dict[int, News]:
    invitations = Invitation.objects.select_related("inviter", "match__host").in_bulk(_numbers(letters, "invitation"))
    lines = ChatLine.objects.select_related("author").in_bulk(_numbers(letters, "line"))
    matches = Match.objects.select_related("host").defer(*HEAVY).in_bulk(_numbers(letters, "match"))
    told: dict[int, News] = {}
    for letter in letters:
        about = letter.about
        shown: dict[str, Any] = {"why": about.get("why"), "said": lines.get(about.get("line"))}
        shown["invitation"] = invitation = invitations.get(about.get("invitation"))
        shown["match"] = invitation.match if invitation else matches.get(about.get("match"))
        if shown["match"] is not None and (letter.kind != MENTION or shown["said"] is not None):
            told[letter.pk] = _news(letter, shown)
    return told


def _numbers(letters: Sequence[Letter], name: str) -> set[int]:
    return {letter.about[name] for letter in letters if name in letter.about}


def _news(letter: Letter, shown: dict[str, Any]) -> News:
    template, icon = TEMPLATES[letter.kind]
    match: Match = shown["match"]
    never_began = match.status == Match.Status.DISSOLVED and match.started_at is None
    url = reverse("lobby") if never_began else match.get_absolute_url()
    place = "#talk" if letter.kind == MENTION else ""
    return News(subject_of(template, shown), icon, url + place, letter.written_at, letter.read_at is None)
