"""Players for trials: honest ones of many kinds, weak and odd ones among them, and those who help another seat."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from games.ai import ladder
from games.ai.brain import Brain, Look, Thought
from games.ai.choices import limit, lot_gains
from games.ai.valuer import Valuer, only_its_own, roughly
from games.engine import State, scores
from games.engine.moves import PASS
from games.engine.state import AUCTION, NOBODY, PARTY
from games.fair_play.answers import left_after

BLIND: Final = {"denial": 0.0, "party_denial": 0.0, **dict.fromkeys(ladder.AWARDS, 0.0)}


@dataclass(frozen=True)
class Sleepy:
    """Passes now and then without a reason."""

    brain: Brain
    often: float

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Look at the table, or sleep on."""
        if options[0] == PASS and dice.random() < self.often and look().view.state.phase == AUCTION:
            return Thought(PASS)
        return self.brain(options, look, dice)


@dataclass(frozen=True)
class Careless:
    """Now and then gives the next best answer that comes to hand, whatever it is."""

    brain: Brain
    often: float

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Think, or do not."""
        if dice.random() < self.often:
            return Thought(dice.choice(options[:3]))
        return self.brain(options, look, dice)


@dataclass(frozen=True)
class Impatient:
    """Skips steps: where it would go on, it bids a little more than it must."""

    brain: Brain

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Ask the brain about a later step first."""
        later = options[:1] + options[2:] if options[0] == PASS and len(options) > 3 else options
        thought = self.brain(later, look, dice) if later != options else None
        return thought if thought is not None and thought.code != PASS else self.brain(options, look, dice)


@dataclass(frozen=True)
class Hunter:
    """Goes farther against whoever is ahead: as fair as it is unkind."""

    keen: Brain
    usual: Brain

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Look at who leads the auction, and whether they lead the match."""
        state = look().view.state
        if state.phase == AUCTION and state.leader not in (NOBODY, state.turn):
            # Money is hidden from a seat; what lies on the table is not.
            points = scores(_with_no_money(state))
            if points[state.leader] == max(points):
                return self.keen(options, look, dice)
        return self.usual(options, look, dice)


def _with_no_money(state: State) -> State:
    table = state.copy()
    table.money = [0] * state.setup.seats
    return table


def _bolder(factor: float, error: float) -> Valuer:
    return Valuer(taste={"price_early": factor, "price_late": factor}, error=error)


HONEST: Final[dict[str, Brain]] = {
    "trainee": ladder.trainee,
    "assistant": ladder.assistant,
    "director": ladder.director,
    **{f"director:{style}": brain for style, brain in ladder.STYLES.items()},
    "wavering": Valuer(error=0.2),
    "erring": Valuer(error=0.4, memory=roughly),
    "timid": _bolder(0.6, 0.3),
    "reckless": _bolder(1.5, 0.3),
    "sleepy": Sleepy(Valuer(error=0.3), 0.2),
    "hunter": Hunter(_bolder(1.4, 0.2), Valuer(error=0.2)),
    "newcomer": Valuer(taste={**BLIND, "price_early": 0.8, "price_late": 0.8}, error=1.0, memory=only_its_own),
}

# Kinds that nothing was learned from: they are met only where it is measured.
STRANGERS: Final[dict[str, Brain]] = {
    "careless": Careless(Valuer(error=0.3), 0.15),
    "impatient": Impatient(Valuer(error=0.3)),
    "collector": Valuer(taste={"face": 3.0, "usual_stars": 1.3}, error=0.3),
}
EVERYBODY: Final = {**HONEST, **STRANGERS}


@dataclass(frozen=True)
class Helper:
    """Plays like another, but helps one seat: leaves lots to it, feeds it tiles, or wastes its own money."""

    brain: Brain
    partner: int
    yields: float = 0.0  # how often it gives way where the partner leads or wants the lot
    feeds: float = 0.0  # how often it leaves the partner what it wants at a party
    squanders: float = 0.0  # how often it bids what the lot is not worth: with two seats all of it is the partner's
    careful: bool = False  # gives way only where the partner gains no less than itself
    drives: Brain | None = None  # who it plays like where the partner is not concerned

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Answer for the partner's good where it can, else as it would."""
        if len(options) > 1:
            sight = look()
            state = sight.view.state
            state.money = list(sight.purses)
            if state.phase == AUCTION:
                return self._bid(options, state, look, dice)
            if state.phase == PARTY and self.partner in state.queue and dice.random() < self.feeds:
                return Thought(self._leave_best(state))
        return self.brain(options, look, dice)

    def _bid(self, options: list[int], state: State, look: Look, dice: Random) -> Thought:
        appraiser = ladder.director.appraiser(state)
        gains = lot_gains(appraiser, state)
        wanted = self.partner in state.queue and (
            state.leader == self.partner or limit(appraiser, state, self.partner, gains, state.queue) >= options[1]
        )
        if wanted and self.careful:
            wanted = gains[self.partner] >= gains[state.turn]
        if wanted and dice.random() < self.yields:
            return Thought(PASS)
        worth = limit(appraiser, state, state.turn, gains, state.queue)
        if options[1] > worth and dice.random() < self.squanders:
            return Thought(options[1])
        answer = self.brain if wanted or self.drives is None else self.drives
        return answer(options, look, dice)

    def _leave_best(self, state: State) -> int:
        appraiser = ladder.director.appraiser(state)
        wishes = {seat: appraiser.gains(state, seat, state.offered) for seat in state.queue}
        later, mine = state.queue[1:], wishes[state.turn]

        def kindness(tile: int) -> tuple[float, float]:
            left = left_after(later, wishes, state.offered, tile)
            return left[self.partner], mine[tile]

        return max(state.offered, key=kindness)


# Ways to help, from a flagrant one to one that hardly shows; the base plays the rest.
Plant = Callable[[Brain, int], Brain]
PLANTED: Final[dict[str, Plant]] = {
    "dumping": lambda brain, partner: Helper(brain, partner, yields=1.0),
    "soft": lambda brain, partner: Helper(brain, partner, yields=0.5),
    "careful": lambda brain, partner: Helper(brain, partner, yields=1.0, careful=True),
    "tiles": lambda brain, partner: Helper(brain, partner, yields=0.5, feeds=1.0),
    "everything": lambda brain, partner: Helper(brain, partner, yields=0.9, feeds=0.9, drives=_bolder(1.3, 0.2)),
}
PLANTED_AT_TWO: Final[dict[str, Plant]] = {
    **PLANTED,
    "squandering": lambda brain, partner: Helper(brain, partner, squanders=0.7),
    "throwing": lambda brain, partner: Helper(brain, partner, yields=0.8, squanders=0.4, feeds=0.8),
}


def ways_for(seats: int) -> list[str]:
    """Name the ways to help there are at a table of so many."""
    return list(PLANTED_AT_TWO if seats == 2 else PLANTED)
