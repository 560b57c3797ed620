"""Why a move is refused: the rule it breaks, and a sentence a person can read."""

from typing import Final

LARGE: Final = 10**9
LONGEST_WORD: Final = 60

# The sentences are the keys under which translations are kept; what stands in braces is filled in by the caller.
SENTENCES: Final[dict[str, str]] = {
    "move.form": "This is not a move: {what}.",
    "match.over": "The match is over.",
    "turn": "It is the turn of seat {turn}, not of seat {seat}.",
    "auction.answer": "In an auction a seat bids or passes.",
    "auction.whole_number": "A bid is a whole number, 0 or more.",
    "auction.higher": "A bid must be higher than {bid}.",
    "auction.purse": "A bid of {amount} is more than the {money} this seat has.",
    "party.answer": "At a party a seat takes one of the tiles on offer.",
    "party.offered": "The tile {tile} is not on offer here.",
    "placing.answer": "The tiles in hand must be placed or discarded first.",
    "placing.hand": "The tile {tile} is not in this seat's hand.",
    "placing.owner": "The screenplay {screenplay} does not belong to this seat.",
    "placing.space": "The screenplay {screenplay} has no such space.",
    "placing.complete": "{screenplay} is complete, and a complete movie never changes.",
    "placing.fits": "A tile of the kind {kind} does not fit there: the space takes {takes}.",
}


class Refused(Exception):
    """A move that changes nothing because it breaks the named rule."""

    def __init__(self, rule: str, **values: object) -> None:
        super().__init__(rule, values)
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        return SENTENCES[self.rule].format(**{name: tell(value) for name, value in self.values.items()})


def tell(value: object) -> str:
    """Return a value that came from outside, short enough for a sentence."""
    if isinstance(value, int):
        return str(value) if abs(value) < LARGE else "a very large number"
    if not isinstance(value, str):
        return f"({type(value).__name__})"
    return value if len(value) <= LONGEST_WORD else f"{value[:LONGEST_WORD]}…"
