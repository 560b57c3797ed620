"""What must hold for every match, checked from what is stored. Other apps add checks of their own.

@match_check("I1")
def numbers_have_no_gap(stored: Stored) -> Iterator[str]: ...      # a sentence for each thing that is wrong

@site_check("I10")
def ratings_equal_their_recomputation() -> Iterator[str]: ...
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from games.engine import Refused, State, from_json, places, scores, to_json
from games.engine.edition import NEUTRAL
from games.engine.markers import MARKERS
from games.engine.state import OVER, PARTY, PLACING
from games.models import Match, Seat
from games.play.selectors.orders import answer_by_order, awaited_seats
from games.play.services.positions import play_through
from games.play.services.results import decisions_in

MOST_AWARDS: Final = 11
LOOKS: Final = 5


class Broken(NamedTuple):
    """An invariant that does not hold, and what is wrong."""

    invariant: str
    words: str


@dataclass
class Stored:
    """One match as it is stored; what is read or played again for one check is there for the others."""

    match: Match

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.order_by("number"))

    @cached_property
    def rows(self) -> list[tuple[int, int, list[Any]]]:
        """Number, seat and entry of everything that was played."""
        return list(self.match.moves.order_by("number").values_list("number", "seat", "entry"))

    @cached_property
    def state(self) -> State | None:
        """The state as it is stored; None where there is none to read."""
        try:
            return from_json(self.match.state) if self.match.state else None
        except Exception:  # whatever a damaged row holds, the others are still to be checked
            return None

    @cached_property
    def played_again(self) -> tuple[State | None, int, Refused | None]:
        """Where the entries lead from the deal, how far they go, and why no further."""
        latest, number = None, -1
        if self.state is None:
            return latest, number, None
        try:
            for state in play_through(self.state.setup, (row[2] for row in self.rows)):
                latest, number = state, number + 1
        except Refused as refusal:
            return latest, number + 1, refusal
        except (LookupError, ValueError, TypeError):
            return None, number + 1, None
        return latest, number, None


MatchCheck = Callable[[Stored], Iterable[str]]
SiteCheck = Callable[[], Iterable[str]]
_match_checks: dict[str, list[MatchCheck]] = {}
_site_checks: dict[str, list[SiteCheck]] = {}


def match_check(invariant: str) -> Callable[[MatchCheck], MatchCheck]:
    """Enter a check that every match has to pass."""

    def enter(check: MatchCheck) -> MatchCheck:
        _match_checks.setdefault(invariant, []).append(check)
        return check

    return enter


def site_check(invariant: str) -> Callable[[SiteCheck], SiteCheck]:
    """Enter a check of the site as a whole, made when all matches are verified."""

    def enter(check: SiteCheck) -> SiteCheck:
        _site_checks.setdefault(invariant, []).append(check)
        return check

    return enter


def verify_match(match: Match) -> list[Broken]:
    """Return everything that is wrong with a match; a table where nothing has begun has nothing to verify."""
    if not match.has_begun:
        return []
    stored = Stored(match)
    if not match.has_known_rules:  # what its moves and its state mean, others know
        return [Broken("I1", words) for words in numbers_have_no_gap(stored)]
    return [
        Broken(name, words)
        for name, checks in _match_checks.items()
        for check in checks
        for words in _words_of(check, stored)
    ]


def _words_of(check: MatchCheck, stored: Stored) -> list[str]:
    """Return what a check finds; where a damaged match stops it, that is found too, and the other checks go on."""
    try:
        return list(check(stored))
    except Exception as problem:
        return [f"it cannot be checked ({type(problem).__name__}: {problem})"]


def verify_stored(match_id: int) -> list[Broken] | None:
    """Return everything that is wrong with a match of that number; None where there is none.

    A match in play may move on between two looks at it; then it is looked at again.
    """
    for _ in range(LOOKS):
        match = Match.objects.filter(pk=match_id).first()
        if match is None:
            return None
        broken = verify_match(match)
        if not broken or Match.objects.filter(pk=match_id, number=match.number, changed_at=match.changed_at).exists():
            break
    return broken


def verify_site() -> list[Broken]:
    """Return everything that is wrong with the site as a whole."""
    return [Broken(name, words) for name, checks in _site_checks.items() for check in checks for words in check()]


@match_check("I1")
def numbers_have_no_gap(stored: Stored) -> Iterator[str]:
    """Check that numbers of entries are 1 to n, no gap, no double."""
    numbers = [number for number, _, _ in stored.rows]
    if numbers != list(range(1, stored.match.number + 1)):
        yield f"{len(numbers)} entries up to {max(numbers, default=0)}, where the match says {stored.match.number}"


@match_check("I2")
def moves_lead_to_the_state(stored: Stored) -> Iterator[str]:
    """Playing the moves again from the deal gives the stored state."""
    if stored.state is None:
        yield "the state cannot be read"
        return
    state, number, refusal = stored.played_again
    if refusal is not None:
        yield f"entry {number} is refused: {refusal.rule}: {refusal}"
    elif state is None:
        yield f"entry {number} cannot be read"
    elif _differs(to_json(state), to_json(stored.state), stored.match.state or {}):
        yield "the moves do not lead to the stored state"


def _differs(again: dict[str, Any], kept: dict[str, Any], written: dict[str, Any]) -> bool:
    """Tell whether a state differs in anything that was written: an older program knew less of it."""
    return any(again[key] != value for key, value in kept.items() if key in written)


@match_check("I2")
def seats_have_the_result(stored: Stored) -> Iterator[str]:
    """Check that a match is finished exactly when its state is, and that its seats have its scores and places."""
    state = stored.state
    if state is None:
        return
    if (state.phase == OVER) != (stored.match.status == Match.Status.FINISHED):
        yield f"the match is {stored.match.status}, its state is {'over' if state.phase == OVER else 'not over'}"
    elif state.phase == OVER:
        told = [(seat.score, seat.place) for seat in stored.seats]
        true = list(zip(scores(state), places(state), strict=True))
        if told != true:
            yield f"scores and places should be {true}, and are {told}"


@match_check("I2")
def seats_have_their_decisions(stored: Stored) -> Iterator[str]:
    """Check that a seat of a finished match knows how often it decided, and how often an AI did so for it."""
    if stored.match.status != Match.Status.FINISHED:
        return
    found = decisions_in(stored.match)
    told = [(seat.decisions, seat.decisions_by_ai) for seat in stored.seats]
    by_ai = [found[seat.number, True] for seat in stored.seats]
    true = [(found[seat.number, False] + often, often) for seat, often in zip(stored.seats, by_ai, strict=True)]
    if told != true:
        yield f"decisions, and those of AIs, should be {true}, and are {told}"


@match_check("I3")
def no_money_is_lost(stored: Stored) -> Iterator[str]:
    """Money of the seats and the pot are what was given out at the start."""
    state = stored.state
    if state is None:
        return
    given = state.edition.money[state.setup.seats] * state.setup.seats
    if sum(state.money) + state.pot != given or min(state.money) < 0:
        yield f"purses {state.money} and pot {state.pot} are not the {given} that were given out"


@match_check("I4")
def everything_is_in_one_place(stored: Stored) -> Iterator[str]:
    """Check that each tile, marker, award and screenplay is in exactly one place."""
    state = stored.state
    if state is None:
        return
    edition = state.edition
    if (tiles := _tiles(state)) != Counter(range(len(edition.tiles))):
        yield f"tiles are lost or doubled: {_odd(tiles, len(edition.tiles))}"
    if (markers := Counter([*state.markers, *(movie.marker for movie in state.movies)])) != Counter(
        range(len(MARKERS))
    ):
        yield f"markers are lost or doubled: {_odd(markers, len(MARKERS))}"
    if (screenplays := _screenplays(state)) != Counter(range(len(edition.screenplays))):
        yield f"screenplays are lost or doubled: {_odd(screenplays, len(edition.screenplays))}"
    awards = Counter(award[:3] for award in state.awards)
    if len(awards) > MOST_AWARDS or any(count > 1 for count in awards.values()):
        yield "an award was made twice"


@match_check("I6")
def only_the_asked_seat_moved(stored: Stored) -> Iterator[str]:
    """No move by a seat that was not to act."""
    _, number, refusal = stored.played_again
    if refusal is not None and refusal.rule == "turn":
        yield f"entry {number} was made by a seat that was not asked"
    for number, seat, entry in stored.rows:
        if entry[0] != seat:
            yield f"entry {number} is told of seat {seat}, and is a move of seat {entry[0]}"


@match_check("I7")
def somebody_is_due(stored: Stored) -> Iterator[str]:
    """No unfinished match without somebody or something due to act."""
    match, state = stored.match, stored.state
    if match.status != Match.Status.RUNNING or match.set_aside_at or match.paused_at or state is None:
        return
    if match.turn_seat != state.turn or not 0 <= state.turn < len(stored.seats):
        yield f"seat {match.turn_seat} is asked, where the state asks seat {state.turn}"
        return
    seat = stored.seats[state.turn]
    awaited = awaited_seats(match, state, stored.seats)
    if match.awaited != sum(1 << one.number for one in awaited):
        yield f"answers are awaited of {match.awaited:#b}, where those of {[one.number for one in awaited]} are missing"
    elif awaited:
        return
    elif match.ai_due_at is None and answer_by_order(match, state, seat) is not None:
        yield f"an order answers for seat {seat.number}, and is never due"
    if seat.brain_level and match.ai_due_at is None:
        yield f"an AI is asked on seat {seat.number}, and is never due"
    elif not seat.brain_level and seat.user_id is None:
        yield f"nobody sits on seat {seat.number}, which is asked"


def _tiles(state: State) -> Counter[int]:
    """Return where every tile is: still to come, on offer, in hand, on a screenplay or discarded."""
    found = Counter(state.discarded)
    found.update(tile for space in range(len(state.top)) for tile in state.stack(space))
    found.update(state.hand)
    found.update(state.setup.deal.legends[state.quarter :])
    current = state.edition.lots(state.setup.seats)[state.quarter - 1][state.location]
    found.update(state.setup.deal.bag[current.stop :])
    is_party = state.edition.board[state.location].is_party
    if state.phase == PARTY or (state.phase == PLACING and is_party):
        found.update(state.offered)
    elif state.phase not in (PLACING, OVER):
        found.update(state.lot())
    return found


def _screenplays(state: State) -> Counter[int]:
    """Return those of the seats, of the stack, and of studios nobody plays."""
    found = Counter(number for held in state.screenplays for number in held)
    found.update(state.setup.deal.screenplays[state.drawn :])
    studios = {NEUTRAL, *state.setup.studios}
    found.update(n for n, printed in enumerate(state.edition.screenplays) if printed.studio not in studios)
    return found


def _odd(found: Counter[int], count: int) -> list[int]:
    """Return what is not there exactly once."""
    return sorted({number for number in {*range(count), *found} if found[number] != 1})[:10]
