"""What the viewer is asked, with every legal answer as a button; or whom the table waits for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.edition_words import Words
from games.engine import Undo, View
from games.engine.moves import PASS
from games.engine.state import AUCTION, OVER, PARTY
from games.models import Match
from games.table.advice import NO_ADVICE, Advice
from games.table.clock import NO_CLOCK, Clock, gathering_clock
from games.table.people import Person
from games.table.plan import NO_PLAN, Plan

QUICK_BIDS = 5


@dataclass(frozen=True, slots=True)
class BidButton:
    """A bid as a button: what it sends and what it says."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Actions:
    """The action bar: `kind` is bid, take, place, wait, away, paused, stopped (by moderators) or over.

    Where an auction is held together and answers are gathered it is answer, or gather for whoever has answered.
    """

    kind: str
    acting: Person | None
    doing: str = ""  # what the acting seat is doing: auction, party, placing
    bids: tuple[BidButton, ...] = ()
    more_bids: tuple[BidButton, ...] = ()
    plan: Plan = NO_PLAN
    left: int = 0  # tiles in hand that the plan does not cover
    only_discards: bool = False
    may_undo: bool = False
    is_forced: bool = False  # the viewer's answer comes by itself in a moment: the only one, or what they ordered
    is_ordered: bool = False  # ... what they ordered
    clock: Clock = NO_CLOCK  # of the acting seat
    advice: Advice = NO_ADVICE
    pace: str = ""  # of the AIs, where the viewer may set it: normal or fast
    may_skip: bool = False

    @property
    def whose_turn(self) -> str:
        """What the tab's title and icon tell: mine, others or over. A forced answer needs nobody."""
        if self.kind == "over":
            return "over"
        return "mine" if self.kind in ("bid", "take", "place", "answer") and not self.is_forced else "others"


NO_ACTIONS: Final = Actions("wait", None)


def actions_of(
    view: View, people: tuple[Person, ...], words: Words, plan: Plan, left: int, fits: bool, undo: Undo | None
) -> Actions:
    """Ask the viewer, with the answers that the engine calls legal."""
    state = view.state
    may_undo = undo is not None and undo.seat == view.viewer
    if state.phase == OVER:
        return Actions("over", None)
    doing = ("auction", "party", "placing")[state.phase]
    if view.viewer is None or state.turn != view.viewer:
        return Actions("wait", people[state.turn], doing, plan=plan, may_undo=may_undo)
    kind = {AUCTION: "bid", PARTY: "take"}.get(state.phase, "place")
    bids = _bids(view, words) if kind == "bid" else ()
    return Actions(
        kind=kind,
        acting=people[state.turn],
        doing=doing,
        bids=bids[:QUICK_BIDS],
        more_bids=bids[QUICK_BIDS:],
        plan=plan,
        left=left,
        only_discards=kind == "place" and left > 0 and not fits,
        may_undo=may_undo,
    )


def on_the_clock(actions: Actions, match: Match, viewer: int | None, clocks: Sequence[Clock]) -> Actions:
    """Add the time there is; nobody is asked while the match is paused, or while an AI plays for them."""
    if actions.acting is None:
        return actions
    if match.paused_at is not None:
        return Actions("stopped" if match.finished_at else "paused", actions.acting, actions.doing)
    if viewer is not None and clocks[viewer].away:
        return Actions("away", actions.acting, actions.doing)
    if match.awaited:
        kind = "answer" if match.asks(viewer) else "gather"
        clock = gathering_clock(match)
        if kind == "gather" and viewer is not None:
            clock = replace(clock, expected=clocks[viewer].expected)
        return Actions(kind, None, actions.doing, may_undo=actions.may_undo, clock=clock)
    # To the others it looks like any other question, clock and all: what may not be known does not show early either.
    if actions.acting.number == viewer and match.ai_due_at is not None:
        return replace(actions, is_forced=True, advice=NO_ADVICE)
    expected = None if viewer is None else clocks[viewer].expected
    return replace(actions, clock=replace(clocks[actions.acting.number], expected=expected))


def _bids(view: View, words: Words) -> tuple[BidButton, ...]:
    return tuple(BidButton(str(code), words.money(code)) for code in view.options() if code != PASS)
