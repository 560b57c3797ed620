"""The whole table as one viewer may see it, put together from its parts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.edition_words import Words
from games.engine import Undo, View
from games.engine.party import count_faces
from games.engine.state import HIDDEN, OVER, PLACING, State
from games.models import Guide, Match
from games.play.selectors.hints import Hints
from games.table.actions import Actions, actions_of, on_the_clock
from games.table.advice import advice_of
from games.table.board import OpenAward, Rating, open_awards, ratings_of
from games.table.clock import NO_CLOCK, Clock
from games.table.ending import Headline, Prize, Sheet, ceremony_of, ending_of, headline_of
from games.table.fitting import Fit, fits_of
from games.table.guide_card import Card, card_of
from games.table.lot import Laid, Lot, laid_of, lot_of, lot_tiles
from games.table.people import Person
from games.table.plan import NO_PLAN, Plan, think_through
from games.table.studio import Play, plays_of
from games.table.track import Frame, track_of


@dataclass(frozen=True, slots=True)
class Studio:
    """A seat's part of the table. `money` is empty where it is secret."""

    person: Person
    plays: tuple[Play, ...]
    faces: int
    has_popcorn: bool
    stage: str  # acts, leads, passed or nothing
    money: str
    clock: Clock = NO_CLOCK


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a page shows of a match, but for log and talk."""

    match: Match
    viewer: int | None
    quarter: int
    quarters: tuple[str, ...]  # past, now, coming
    track: tuple[Frame, ...]
    lot: Lot
    laid: tuple[Laid, ...]
    studios: tuple[Studio, ...]
    ratings: tuple[Rating, ...]
    ratings_left: int
    awards: tuple[OpenAward, ...]
    actions: Actions
    ending: tuple[Sheet, ...]
    ceremony: tuple[Prize, ...]
    next_screenplay: str
    screenplays_left: int
    card: Card | None  # what the guide shows, where it accompanies the viewer
    words: Words

    @property
    def key(self) -> str:
        """Sent along with an answer, so that a second click is not a second move."""
        return f"{self.match.pk}.{self.match.number + 1}.{self.viewer}"

    @property
    def headline(self) -> Headline | None:
        """What stands above the score sheet."""
        return headline_of(self.ending)

    @property
    def mine(self) -> Studio | None:
        """The viewer's own studio; nobody's for a spectator."""
        return None if self.viewer is None else self.studios[self.viewer]

    @property
    def purses_are_seen(self) -> bool:
        """Whether the viewer sees what everybody has."""
        return all(studio.money for studio in self.studios)

    @property
    def others(self) -> tuple[Studio, ...]:
        """The others clockwise from the viewer; for a spectator everybody."""
        first = 0 if self.viewer is None else self.viewer + 1
        turned = self.studios[first:] + self.studios[:first]
        return turned if self.viewer is None else turned[:-1]


def build_table(
    match: Match,
    view: View,
    people: tuple[Person, ...],
    words: Words,
    plan: Plan = NO_PLAN,
    guide: Guide | None = None,
    clocks: tuple[Clock, ...] = (),
    hints: Hints | None = None,
    undo: Undo | None = None,
) -> Table:
    """The table for a viewer, with a plan of placements laid out if it is the viewer who places."""
    seen = view.state
    clocks = clocks or (NO_CLOCK,) * len(people)
    thought, plan = _lay_out(view, plan)
    viewer = view.viewer
    picked = plan.picked and thought.edition.tile_index.get(plan.picked)
    fits = fits_of(thought, viewer, picked, words) if viewer is not None and isinstance(picked, int) else {}
    lot = lot_of(thought, viewer, people, words, plan.picked)
    actions = actions_of(view, people, words, plan, len(thought.hand), any(offer.fits for offer in lot.offers), undo)
    actions = replace(actions, advice=advice_of(view, hints, words))
    return Table(
        match=match,
        viewer=viewer,
        quarter=seen.quarter,
        quarters=tuple(_when(seen, quarter) for quarter in range(1, 5)),
        track=track_of(seen, people, words),
        lot=lot,
        laid=laid_of(seen, plan, words),
        studios=tuple(
            _studio(thought, person, words, fits if person.number == viewer else {}, clock)
            for person, clock in zip(people, clocks, strict=True)
        ),
        ratings=ratings_of(thought),
        ratings_left=len(seen.markers),
        awards=open_awards(thought, people, words),
        actions=on_the_clock(actions, match, viewer, clocks),
        ending=ending_of(seen, people, words, hints.taken if hints else ()),
        ceremony=ceremony_of(seen, people, words),
        next_screenplay=_next_screenplay(thought, words),
        screenplays_left=len(seen.setup.deal.screenplays) - thought.drawn,
        card=card_of(guide, view, people, words) if guide else None,
        words=words,
    )


def _lay_out(view: View, plan: Plan) -> tuple[State, Plan]:
    """The table with the plan on it, where it is the viewer who places. A single tile is picked up at once."""
    state = view.state
    if state.phase != PLACING or state.turn != view.viewer:
        return state, Plan(plan.picked if plan.picked in _ids(state, lot_tiles(state)) else "")
    thought, kept = think_through(state, plan)
    hand = _ids(state, thought.hand)
    picked = plan.picked if plan.picked in hand else hand[0] if len(hand) == 1 else ""
    return thought, Plan(picked, kept)


def _ids(state: State, tiles: Iterable[int]) -> list[str]:
    return [state.edition.tiles[tile].id for tile in tiles]


def _studio(state: State, person: Person, words: Words, fits: dict[int, Fit], clock: Clock) -> Studio:
    amount: int | None = state.money[person.number]
    return Studio(
        person=person,
        plays=plays_of(state, person.number, words, fits),
        faces=count_faces(state, person.number),
        has_popcorn=state.popcorn == person.number,
        stage=_stage(state, person.number),
        money="" if amount is None else words.money(amount),
        clock=clock,
    )


def _stage(state: State, seat: int) -> str:
    if seat == state.turn:
        return "acts"
    if seat == state.leader:
        return "leads"
    return "passed" if state.queue and seat not in state.queue and not state.offered else ""


def _when(state: State, quarter: int) -> str:
    if quarter < state.quarter or state.phase == OVER:
        return "past"
    return "now" if quarter == state.quarter else "coming"


def _next_screenplay(state: State, words: Words) -> str:
    stack = state.setup.deal.screenplays
    top = stack[state.drawn] if state.drawn < len(stack) else HIDDEN
    return "" if top == HIDDEN else words.screenplay(top)
