"""Trophies: a condition on appearances of who was there, and how often it must hold. Nothing is stored, so nothing
can be stale."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Match

# Whoever left, or let an AI decide more than its share, has neither won nor made what the AI made for them.
WAS_THERE: Final = Q(has_quit=False, was_away=False)
WON: Final = WAS_THERE & Q(place=1)
WON_AGAINST_PEOPLE: Final = WON & Q(people__gt=1)


@dataclass(frozen=True, slots=True)
class TrophyKind:
    """What it is called, what it is for, and which drawing of the sprite shows it."""

    key: str
    name: str | Promise
    words: str | Promise
    icon: str
    condition: Q
    needed: int = 1


@dataclass(frozen=True, slots=True)
class TrophyCount:
    """A trophy, and how often somebody did what it is for."""

    trophy: TrophyKind
    times: int

    @property
    def is_won(self) -> bool:
        return self.times >= self.trophy.needed

    @property
    def is_repeated(self) -> bool:
        """Whether to tell how often: of one for a single deed that was done again."""
        return self.trophy.needed == 1 and self.times > 1


TROPHIES: Final = (
    TrophyKind("premiere", _("Premiere"), _("Play a match to its end."), "reel", Q()),
    TrophyKind("first-night", _("First night"), _("Win against people."), "star", WON_AGAINST_PEOPLE),
    TrophyKind("full-house", _("Full house"), _("Win at a table of five."), "people", WON & Q(seats=5)),
    TrophyKind(
        "blockbuster", _("Blockbuster"), _("Make a movie rated 20 or more."), "lightning", Q(best_marker__gte=20)
    ),
    TrophyKind(
        "all-rounder", _("All-rounder"), _("Make movies of three genres in one match."), "genre-drama", Q(genres__gte=3)
    ),
    TrophyKind("gala", _("Gala"), _("Take home five awards in one match."), "calendar", Q(awards__gte=5)),
    TrophyKind(
        "photo-finish",
        _("Photo finish"),
        _("Win by a single point, or by the tie-break."),
        "eye",
        WON & Q(lead__range=(0, 1)),
    ),
    TrophyKind("runaway-hit", _("Runaway hit"), _("Win by 25 points or more."), "step", WON & Q(lead__gte=25)),
    TrophyKind("shoestring", _("On a shoestring"), _("Win without a penny left."), "coin", WON & Q(money=0)),
    TrophyKind(
        "always-on-set",
        _("Always on set"),
        _("Finish 25 slow matches without running out of time."),
        "clock",
        Q(pace=Match.Pace.SLOW, time_outs=0),
        25,
    ),
    TrophyKind("box-office", _("Box office"), _("Win 25 times against people."), "popcorn", WON_AGAINST_PEOPLE, 25),
    TrophyKind("repertory", _("Repertory company"), _("Play 50 matches to their end."), "screenplay", Q(), 50),
    TrophyKind("golden-age", _("Golden age"), _("Play 500 matches to their end."), "rising-sun", Q(), 500),
)


def counts() -> dict[str, Count]:
    """Return what to ask the database for, in one query with other figures."""
    return {_column(trophy): Count("pk", filter=WAS_THERE & trophy.condition) for trophy in TROPHIES}


def shelve(figures: dict[str, int]) -> list[TrophyCount]:
    """Return the shelf, won ones first; `figures` answer `counts`."""
    shelf = [TrophyCount(trophy, figures[_column(trophy)] or 0) for trophy in TROPHIES]
    return sorted(shelf, key=lambda shelved: not shelved.is_won)


def _column(trophy: TrophyKind) -> str:
    return f"trophy_{trophy.key.replace('-', '_')}"
