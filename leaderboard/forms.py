"""The calculator's form."""

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.match import MAX_SEATS
from leaderboard.elo import CERTAIN, MEETING_DAYS, NEWCOMER_MATCHES, POINT, RatedPlayer, expected, pair_change

LOWEST, HIGHEST = 0, 4_000
MOST_MEETINGS: Final = 1_000
OTHERS: Final = range(1, MAX_SEATS)
# Where the others stand, if one's own standing is 2.
MINE: Final = 2
STANDINGS: Final = {"ahead": 3, "level": 2, "behind": 1}


@dataclass(frozen=True, slots=True)
class CalculatedPair:
    """One pair: what was expected of a hundred, and by how many points it moves one."""

    rating: int
    expected: float
    change: float


@dataclass(frozen=True, slots=True)
class CalculatedMatch:
    """A whole match."""

    pairs: tuple[CalculatedPair, ...]
    change: float
    after: float
    k: int


class CalculatorForm(forms.Form):
    """A match that could be: one's own rating, and each of the others with how it ended between the two."""

    mine = forms.IntegerField(label=_("Your rating"), min_value=LOWEST, max_value=HIGHEST)
    newcomer = forms.BooleanField(label=_("You are a newcomer on this ladder"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in OTHERS:
            self.fields[f"rating_{number}"] = forms.IntegerField(
                label=_("Rating of opponent %(number)s") % {"number": number},
                min_value=LOWEST,
                max_value=HIGHEST,
                required=number == 1,
            )
            self.fields[f"result_{number}"] = forms.ChoiceField(
                label=_("You and opponent %(number)s") % {"number": number},
                choices=[("ahead", _("Ahead")), ("level", _("Same place")), ("behind", _("Behind"))],
                required=False,
            )
            self.fields[f"met_{number}"] = forms.IntegerField(
                label=_("Matches with opponent %(number)s in the last %(days)s days")
                % {"number": number, "days": MEETING_DAYS},
                min_value=0,
                max_value=MOST_MEETINGS,
                required=False,
            )

    @staticmethod
    def example() -> dict[str, Any]:
        """Return a match of three for a start."""
        return {"mine": 1500, "rating_1": 1600, "result_1": "ahead", "rating_2": 1450, "result_2": "behind"}

    @property
    def others(self) -> list[tuple[forms.BoundField, ...]]:
        """The fields of each opponent."""
        return [tuple(self[f"{name}_{number}"] for name in ("rating", "result", "met")) for number in OTHERS]

    def outcome(self) -> CalculatedMatch | None:
        """Return what the match would do; None for a form that was not filled in."""
        if not self.is_valid():
            return None
        said = self.cleaned_data
        player = RatedPlayer(said["mine"] * POINT, 0 if said["newcomer"] else NEWCOMER_MATCHES, MINE)
        there = [number for number in OTHERS if said[f"rating_{number}"] is not None]
        others = [
            RatedPlayer(said[f"rating_{number}"] * POINT, 0, STANDINGS[said[f"result_{number}"] or "ahead"])
            for number in there
        ]
        met = [said[f"met_{number}"] or 0 for number in there]
        moves = [pair_change(player, other, len(there) + 1, often) for other, often in zip(others, met, strict=True)]
        return CalculatedMatch(
            pairs=tuple(_pair(player, other, move) for other, move in zip(others, moves, strict=True)),
            change=sum(moves) / POINT,
            after=(player.rating + sum(moves)) / POINT,
            k=player.k,
        )


def _pair(player: RatedPlayer, other: RatedPlayer, move: int) -> CalculatedPair:
    return CalculatedPair(other.rating // POINT, 100 * expected(player.rating, other.rating) / CERTAIN, move / POINT)
