"""What seats answered in a match that is over, beside what the director's valuation says of it."""

from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import Final, NamedTuple

from games.ai.appraisal import Appraiser
from games.ai.choices import limit, lot_gains, take_scores
from games.ai.ladder import director
from games.engine import State, options, points
from games.engine.moves import PASS
from games.engine.state import AUCTION, NO_BID, NOBODY, PARTY

# Who bids twelve for what is worth one says no more than who bids eight.
WIDEST: Final = 2.5
DIGITS: Final = 2


class LotOffer(NamedTuple):
    """A seat was asked in an auction: what the lot was worth to it, at which price, and whether it went on."""

    number: int
    worth: float
    price: int  # what it bid; where it passed, the least it would have had to bid
    went_on: bool
    leader: int
    is_ahead: bool  # whether whoever led the auction had most points, too: many go farther against them
    wants: tuple[
        tuple[int, float], ...
    ]  # rivals to whom the lot was worth that price, and its leader: to whom how much

    @property
    def margin(self) -> float:
        """How far the worth lies above the price, as a logarithm: 0 where they are equal, below it where it is dear."""
        return min(max(log((max(self.worth, 0.0) + 1) / (self.price + 1)), -WIDEST), WIDEST)


class Pick(NamedTuple):
    """A seat chose at a party: what each tile was worth to it, and what would be left for each rival after it."""

    number: int
    own: tuple[float, ...]
    left: tuple[tuple[float, ...], ...]  # by seat, then by tile
    chosen: int


class SeatAnswers(NamedTuple):
    """All that one seat answered in one match and might have answered otherwise."""

    offers: tuple[LotOffer, ...]
    picks: tuple[Pick, ...]


Decision = tuple[int, int]  # the number of the entry, and the answer as the rules have it


def read_answers(states: Sequence[State], decisions: Iterable[Decision], seats: int) -> list[SeatAnswers]:
    """Return for each seat what it answered; `states[number - 1]` is the table at which entry `number` was made."""
    offers: list[list[LotOffer]] = [[] for _ in range(seats)]
    picks: list[list[Pick]] = [[] for _ in range(seats)]
    for number, code in decisions:
        state = states[number - 1]
        if len(options(state)) < 2:
            continue
        if state.phase == AUCTION:
            offers[state.turn].append(_offer(state, number, code))
        elif state.phase == PARTY:
            picks[state.turn].append(_pick(state, number, code))
    return [SeatAnswers(tuple(mine), tuple(chosen)) for mine, chosen in zip(offers, picks, strict=True)]


def _offer(state: State, number: int, code: int) -> LotOffer:
    appraiser, seat = director.appraiser(state), state.turn
    gains = lot_gains(appraiser, state)
    least = max(state.bid, NO_BID) + 1
    return LotOffer(
        number=number,
        worth=round(limit(appraiser, state, seat, gains, state.queue), DIGITS),
        price=least if code == PASS else code,
        went_on=code != PASS,
        leader=state.leader,
        is_ahead=state.leader != NOBODY and _is_ahead(state, state.leader),
        wants=tuple(_wants(appraiser, state, gains, least)),
    )


def _is_ahead(state: State, seat: int) -> bool:
    """Tell whether nobody has more on the table; purses are hidden from people, so they do not count."""
    made = [points(state, one) for one in range(state.setup.seats)]
    shown = [one.markers + one.awards for one in made]
    return shown[seat] == max(shown) > 0


def _wants(appraiser: Appraiser, state: State, gains: Sequence[float], least: int) -> Iterator[tuple[int, float]]:
    for rival in state.queue:
        if rival == state.turn:
            continue
        worth = limit(appraiser, state, rival, gains, state.queue)
        if rival == state.leader or least <= min(worth, state.money[rival]):
            yield rival, round(worth, DIGITS)


def _pick(state: State, number: int, code: int) -> Pick:
    appraiser = director.appraiser(state)
    scores = take_scores(appraiser, state)
    wishes = {seat: appraiser.gains(state, seat, state.offered) for seat in state.queue}
    left = [left_after(state.queue[1:], wishes, state.offered, tile) for tile in state.offered]
    by_seat = tuple(tuple(round(one.get(seat, 0.0), DIGITS) for one in left) for seat in range(state.setup.seats))
    own = tuple(round(scores[tile], DIGITS) for tile in state.offered)
    return Pick(number, own, by_seat, state.offered.index(code))


def left_after(
    later: Sequence[int], wishes: dict[int, dict[int, float]], offered: Sequence[int], taken: int
) -> dict[int, float]:
    """Return what each of the seats that choose later still gains, if each takes what it wants most."""
    left, gained = [tile for tile in offered if tile != taken], {}
    for seat in later:
        best = max(left, key=wishes[seat].__getitem__)
        gained[seat] = wishes[seat][best]
        left.remove(best)
    return gained
