"""The lessons, as data: when each one comes, and the part of the page it speaks of.

What a lesson says is a template of its name under games/guide/lessons/. To add one is to write that and a row here.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import View
from games.guide import moments


@dataclass(frozen=True, slots=True)
class Lesson:
    """One explanation. `comes` sees what its reader sees, and nothing more."""

    id: str
    title: str | Promise
    part: str  # the id of the part of the table it points to
    comes: Callable[[View], bool]
    # What one is asked at this moment is explained before anything else.
    is_decision: bool = False

    @property
    def template(self) -> str:
        return f"games/guide/lessons/{self.id}.html"


# In the order of a first match, as far as that has one.
LESSONS: Final = (
    Lesson("bid", _("Your first auction"), "actions", moments.asked_to_bid, is_decision=True),
    Lesson("studio", _("Your screenplays"), "studio", moments.has_screenplay_to_fill),
    Lesson("lot", _("What it is worth to you"), "lot", moments.lot_is_up),
    Lesson("pass", _("Passing pays"), "bidding", moments.passing_would_pay, is_decision=True),
    Lesson("place", _("Placing what you got"), "studio", moments.asked_to_place, is_decision=True),
    Lesson("joker", _("The one that fits almost anywhere"), "lot", moments.has_joker_in_hand, is_decision=True),
    Lesson("cover", _("One on top of the other"), "studio", moments.could_cover, is_decision=True),
    Lesson("discard", _("What fits nowhere"), "lot", moments.has_nothing_for_it, is_decision=True),
    Lesson("movie", _("Your first movie"), "studio", moments.has_movie),
    Lesson("screenplay", _("A fresh screenplay"), "studio", moments.drew_screenplay),
    Lesson("party", _("A party"), "bidding", moments.party_is_on),
    Lesson("take", _("Your choice at the party"), "actions", moments.asked_to_take, is_decision=True),
    Lesson("awards", _("Prizes"), "board", moments.quarter_is_over),
    Lesson("end", _("The final score"), "ending", moments.match_is_over),
)


def next_lesson(view: View, read: Collection[str]) -> Lesson | None:
    """Return what is to be explained to the viewer now, if anything they have not read comes at this moment."""
    coming = (lesson for lesson in LESSONS if lesson.id not in read and lesson.comes(view))
    return min(coming, key=lambda lesson: not lesson.is_decision, default=None)
