"""The parts of the action bar: what is asked, with every answer, what it is about, the time there is; see parts.py."""

from dataclasses import dataclass

from games.table.actions import BidButton
from games.table.advice import NO_ADVICE, Advice
from games.table.lot import Bidder, Offer
from games.table.parts import Part
from games.table.track import Glyph


@dataclass(frozen=True, slots=True)
class ClockPart(Part):
    """A time that runs, or, without a deadline, the place of one. `words` tell the moment where no script counts."""

    template = "clock_time"
    id: str
    deadline: str = ""
    bank: int = 0  # seconds before it at which the time for a decision is over and the bank is used
    words: str = ""


@dataclass(frozen=True, slots=True)
class BarClockPart(Part):
    """What stands around the clock in the action bar; the time and the bank stand inside."""

    template = "clock"
    has_bank: bool


@dataclass(frozen=True, slots=True)
class BankPart(Part):
    """What the bank of whoever acts holds."""

    template = "clock_bank"
    bank: str


@dataclass(frozen=True, slots=True)
class BarPursePart(Part):
    """What the viewer has, beside the question about a lot."""

    template = "purse"
    money: str


@dataclass(frozen=True, slots=True)
class QuestionPart(Part):
    """Whom the table waits for, and what they do: auction, party, placing."""

    template = "question"
    doing: str
    name: str


@dataclass(frozen=True, slots=True)
class CarryPart(Part):
    """What the question is about, in the bar: the lot as shapes, or who chooses when; script adds the highest bid."""

    template = "carry"
    glyphs: tuple[Glyph, ...]
    choosers: tuple[Bidder, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionsPart(Part):
    """What the viewer is asked, with every answer; whom the others wait for and the time there is stand inside."""

    template = "actions"
    kind: str
    match_id: int
    money: str = ""
    bid: str = ""
    bids: tuple[BidButton, ...] = ()
    more_bids: tuple[BidButton, ...] = ()
    offers: tuple[Offer, ...] = ()
    laid: int = 0
    left: int = 0
    picked: str = ""
    entries: tuple[str, ...] = ()
    only_discards: bool = False
    may_undo: bool = False
    is_forced: bool = False
    is_ordered: bool = False
    has_clock: bool = False
    expected: str = ""  # about when the viewer's turn comes
    expected_at: str = ""  # the same for a script
    holiday: str = ""  # until when whoever is asked is on holiday
    by_players: bool = False  # the match was paused, or ended, by agreement of all
    advice: Advice = NO_ADVICE
    pace: str = ""  # of the AIs, where the viewer may set it: normal or fast
    may_skip: bool = False

    @property
    def question(self) -> str:
        """The template of what is asked."""
        return f"games/table/ask_{self.kind}.html"
