"""The table as everybody sees it, and what one viewer has before them, put together from their parts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.edition_words import Words
from games.engine import Undo, View, forced
from games.engine.party import count_faces
from games.engine.state import AUCTION, HIDDEN, OVER, PLACING, State
from games.models import Guide, Match
from games.play.selectors.hints import Hints
from games.play.selectors.pace import NO_PACE, Pace
from games.table.actions import NO_ACTIONS, Actions, actions_of, on_the_clock
from games.table.advice import advice_of
from games.table.board import MovieRating, OpenAward, open_awards, ratings_of
from games.table.clock import NO_CLOCK, Clock
from games.table.ending import Prize, Sheet, ceremony_of, ending_of
from games.table.fitting import Fit, fits_of
from games.table.guide_card import Card, card_of
from games.table.lot import Laid, Lot, Offer, laid_of, lot_of, lot_tiles, offers_of
from games.table.people import Person
from games.table.plan import NO_PLAN, Plan, in_hand, may_plan_ahead, think_through
from games.table.prospects import Prospect, prospects_of
from games.table.score import Score, score_of, with_purse
from games.table.studio import Play, plays_of
from games.table.track import Frame, track_of


@dataclass(frozen=True, slots=True)
class Studio:
    """A seat's part of the table. What is secret of its money is not in its score."""

    person: Person
    plays: tuple[Play, ...]
    faces: int
    has_popcorn: bool
    stage: str  # acts, leads, passed or nothing
    score: Score
    prospects: tuple[Prospect, ...]
    clock: Clock = NO_CLOCK

    @property
    def money(self) -> str:
        """What the purse holds; nothing where that is secret."""
        return self.score.money


@dataclass(frozen=True, slots=True)
class Table:
    """What a page shows of a match to everybody, but for log and talk."""

    match: Match
    quarter: int
    quarters: tuple[str, ...]  # past, now, coming
    track: tuple[Frame, ...]
    lot: Lot
    studios: tuple[Studio, ...]
    ratings: tuple[MovieRating, ...]
    ratings_left: int
    awards: tuple[OpenAward, ...]
    ending: tuple[Sheet, ...]
    ceremony: tuple[Prize, ...]
    words: Words

    @property
    def purses_are_seen(self) -> bool:
        """Whether everybody sees what everybody has."""
        return all(studio.money for studio in self.studios)


@dataclass(frozen=True, slots=True)
class Desk:
    """What one viewer has before them: their studio with the tiles on offer, and what they are asked."""

    match: Match
    viewer: int | None
    mine: Studio | None  # nobody's for a spectator
    offers: tuple[Offer, ...]
    laid: tuple[Laid, ...]
    actions: Actions
    bid: str
    next_screenplay: str
    screenplays_left: int
    may_plan: bool = False  # tiles in the light may become the viewer's: what they would do with them can be laid out
    card: Card | None = None  # what the guide shows, where it accompanies the viewer


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a moment besides the position: clocks, hints, who may take back or skip, who is guided."""

    clocks: tuple[Clock, ...] = ()
    hints: Hints | None = None
    undo: Undo | None = None
    guide: Guide | None = None
    pace: Pace = NO_PACE


NOTHING_KNOWN = Known()


def build_table(
    match: Match, view: View, people: tuple[Person, ...], words: Words, known: Known = NOTHING_KNOWN
) -> Table:
    """Build the table from what a spectator may know."""
    seen = view.state
    clocks = known.clocks or (NO_CLOCK,) * len(people)
    return Table(
        match=match,
        quarter=seen.quarter,
        quarters=tuple(_when(seen, quarter) for quarter in range(1, 5)),
        track=track_of(seen, people, words),
        lot=lot_of(seen, people, words),
        studios=tuple(_studio(seen, person, words, {}, clocks[person.number]) for person in people),
        ratings=ratings_of(seen),
        ratings_left=len(seen.markers),
        awards=open_awards(seen, people, words),
        ending=ending_of(seen, people, words, known.hints.taken if known.hints else ()),
        ceremony=ceremony_of(seen, people, words),
        words=words,
    )


def build_desk(view: View, table: Table, plan: Plan = NO_PLAN, known: Known = NOTHING_KNOWN) -> Desk:
    """Build what a viewer has before them, with a plan of placements laid out if it is the viewer who places."""
    viewer, words = view.viewer, table.words
    people = tuple(studio.person for studio in table.studios)
    thought, plan = _lay_out(view, plan)
    offers = offers_of(thought, viewer, words, plan.picked)
    actions = actions_of(view, people, words, plan, len(thought.hand), any(offer.fits for offer in offers), known.undo)
    actions = replace(actions, advice=advice_of(view, known.hints, words))
    clocks = known.clocks or (NO_CLOCK,) * len(people)
    return Desk(
        match=table.match,
        viewer=viewer,
        mine=None if viewer is None else _own_studio(view, thought, table, plan),
        offers=offers,
        laid=laid_of(view.state, plan, words),
        actions=_paced(_by_order(on_the_clock(actions, table.match, viewer, clocks), view), table.match, known.pace),
        bid=table.lot.bid,
        next_screenplay=_next_screenplay(thought, words),
        screenplays_left=len(view.state.setup.deal.screenplays) - thought.drawn,
        may_plan=may_plan_ahead(view.state, viewer),
        card=card_of(known.guide, view, people, words) if known.guide else None,
    )


def _by_order(actions: Actions, view: View) -> Actions:
    """Tell an answer that was ordered from one that is forced: both come by themselves."""
    return replace(actions, is_ordered=actions.is_forced and not forced(view.state))


def _paced(actions: Actions, match: Match, pace: Pace) -> Actions:
    """Add how fast the AIs are, for whoever may say so."""
    chosen = "fast" if match.fast_ai else "normal"
    return replace(actions, pace=chosen if pace.may_set else "", may_skip=pace.may_skip)


def look_on(view: View, table: Table) -> Desk:
    """Build what whoever looks at the past has before them: the eyes of a seat, and nothing to answer."""
    viewer = view.viewer
    return Desk(
        match=table.match,
        viewer=viewer,
        mine=None if viewer is None else table.studios[viewer],
        offers=offers_of(view.state, None, table.words),
        laid=(),
        actions=NO_ACTIONS,
        bid=table.lot.bid,
        next_screenplay=_next_screenplay(view.state, table.words),
        screenplays_left=len(view.state.setup.deal.screenplays) - view.state.drawn,
    )


def _lay_out(view: View, plan: Plan) -> tuple[State, Plan]:
    """Lay out the plan on the table, where it is the viewer who places. A single tile is picked up at once."""
    state = view.state
    if state.phase != PLACING or state.turn != view.viewer:
        return _lay_out_ahead(view, plan)
    thought, kept = think_through(state, plan)
    hand = _ids(state, thought.hand)
    picked = plan.picked if plan.picked in hand else hand[0] if len(hand) == 1 else ""
    return thought, Plan(picked, kept)


def _lay_out_ahead(view: View, plan: Plan) -> tuple[State, Plan]:
    """Lay out what the viewer would do with tiles that they may still get; at a party that is one of them."""
    state, thought, kept = view.state, view.state, plan.moves[:0]
    if plan.moves and view.viewer is not None and may_plan_ahead(state, view.viewer):
        moves = plan.moves if state.phase == AUCTION else plan.moves[-1:]
        thought, kept = think_through(in_hand(state, view.viewer), Plan(moves=moves))
    held = _ids(state, thought.hand if kept else lot_tiles(state))
    return (thought if kept else state), Plan(plan.picked if plan.picked in held else "", kept)


def _ids(state: State, tiles: Iterable[int]) -> list[str]:
    return [state.edition.tiles[tile].id for tile in tiles]


def _own_studio(view: View, thought: State, table: Table, plan: Plan) -> Studio:
    """Build the viewer's studio with the plan laid out and the tile in hand held over it; else as the others see it."""
    assert view.viewer is not None
    words, shown = table.words, table.studios[view.viewer]
    score = with_purse(shown.score, view.state.money[view.viewer], words)
    picked = thought.edition.tile_index.get(plan.picked) if plan.picked else None
    if thought is view.state and picked is None:
        return replace(shown, score=score)
    fits = {} if picked is None else fits_of(thought, view.viewer, picked, words)
    return replace(_studio(thought, shown.person, words, fits, shown.clock), score=score)


def _studio(state: State, person: Person, words: Words, fits: dict[int, Fit], clock: Clock) -> Studio:
    return Studio(
        person=person,
        plays=plays_of(state, person.number, words, fits),
        faces=count_faces(state, person.number),
        has_popcorn=state.popcorn == person.number,
        stage=_stage(state, person.number),
        score=score_of(state, person.number, words),
        prospects=prospects_of(state, person.number, words),
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
