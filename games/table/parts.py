"""The parts of a table. Each is drawn from one small value, and that value is the key of its drawing.

A template reads `part`, which is the value, and `words`, those of the edition in the reader's language: it cannot show
what the key does not know. What changes with every bid stands in small parts inside of larger ones.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from games.table.board import MovieRating, OpenAward
from games.table.ending import Headline, Prize, Sheet
from games.table.guide_card import Card
from games.table.lot import Bidder, Laid, Offer
from games.table.people import Person
from games.table.studio import Play
from games.table.track import Frame


@dataclass(frozen=True, slots=True)
class Part:
    """All that a template under games/table/ reads."""

    template: ClassVar[str]


@dataclass(frozen=True, slots=True)
class TrackPart(Part):
    """The ring of locations."""

    template = "track"
    quarter: int
    quarters: tuple[str, ...]
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class BiddingPart(Part):
    """What is visited; the bid and who takes part stand inside."""

    template = "bidding"
    phase: str
    place: int
    total: int
    name: str
    pot: str
    price: str
    buyer: str


@dataclass(frozen=True, slots=True)
class BiddersPart(Part):
    """Who takes part, in the order of bidding; what each does, and bid last, stands inside."""

    template = "bidders"
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ChoosersPart(Part):
    """Everybody at a party in the order of choosing."""

    template = "choosers"
    choosers: tuple[Bidder, ...]


@dataclass(frozen=True, slots=True)
class BidPart(Part):
    """The highest bid."""

    template = "bid"
    bid: str


@dataclass(frozen=True, slots=True)
class BidNotePart(Part):
    """What the amount is."""

    template = "bid_note"
    has_bid: bool


@dataclass(frozen=True, slots=True)
class StagePart(Part):
    """What a bidder does: acts, leads, is in, has passed; and the latest bid."""

    template = "bidder_stage"
    seat: int
    stage: str
    bid: str


@dataclass(frozen=True, slots=True)
class BoardPart(Part):
    """Ratings and awards that can still be had."""

    template = "board"
    ratings: tuple[MovieRating, ...]
    left: int
    awards: tuple[OpenAward, ...]


@dataclass(frozen=True, slots=True)
class HeadPart(Part):
    """A seat in one line; its points, its clock and what it does stand inside."""

    template = "rival_head"
    person: Person
    away: str
    has_popcorn: bool
    faces: int
    reels: tuple[str, ...]
    bank: str
    holiday: str = ""


@dataclass(frozen=True, slots=True)
class BadgePart(Part):
    """What a seat does, and with which bid it leads."""

    template = "badge"
    seat: int
    stage: str
    bid: str


@dataclass(frozen=True, slots=True)
class RivalPlaysPart(Part):
    """The screenplays and movies of a seat, in small; what makes up its points, and what the lot does, stand inside."""

    template = "rival_plays"
    seat: int
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class EndingPart(Part):
    """Places, awards and credits; `panels` are drawn by other apps. Empty while the match runs."""

    template = "ending"
    match_id: int | None = None
    sheets: tuple[Sheet, ...] = ()
    headline: Headline | None = None
    ceremony: tuple[Prize, ...] = ()
    credits: tuple[tuple[Person, tuple[Play, ...]], ...] = ()
    panels: tuple[str, ...] = ()
    commitment: str = ""
    secret: str = ""
    is_sealed: bool = False  # others still play the same deal
    is_what_if: bool = False  # it went on from a position of another match
    is_dealt_anew: bool = False
    is_past: bool = False
    link_end: str = ""  # what pages about a match need that is found by its link only


@dataclass(frozen=True, slots=True)
class LotPart(Part):
    """The tiles in the light; with the plan on them where they are the viewer's to place."""

    template = "lot"
    match_id: int | None
    phase: str
    has_studio: bool
    is_placing: bool
    offers: tuple[Offer, ...]
    is_party: bool = False  # somebody else places what they took at a party
    is_choosing: bool = False
    best: str = ""  # the screenplay for which the best of it would do most
    picked: str = ""
    entries: tuple[str, ...] = ()
    laid: tuple[Laid, ...] = ()
    plays: tuple[Play, ...] = ()
    next_screenplay: str = ""


@dataclass(frozen=True, slots=True)
class OwnPlayPart(Part):
    """A screenplay or movie of the viewer's own; `match_id` and what follows only where a tile can be laid, or is."""

    template = "own_play"
    play: Play
    match_id: int | None = None
    is_placing: bool = False
    may_lay: bool = False  # a tile in hand, or in thought, can be laid on the spaces that take it
    picked: str = ""
    entries: tuple[str, ...] = ()


class PlayPlace(NamedTuple):
    """Where a screenplay or movie stands in its studio."""

    id: str
    is_movie: bool


@dataclass(frozen=True, slots=True)
class StudioPart(Part):
    """The viewer's own studio in large, with their plays and their points inside; a spectator has none."""

    template = "studio"
    studio: int = 0
    owner: str = ""  # named where somebody looks with the eyes of another seat
    has_popcorn: bool = False
    faces: int = 0
    plays: tuple[PlayPlace, ...] = ()
    next_screenplay: str = ""
    screenplays_left: int = 0
    is_placing: bool = False
    picked: str = ""
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuidePart(Part):
    """What the guide says, where it accompanies the viewer."""

    template = "guide"
    match_id: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class VersionPart(Part):
    """What the page shows: number and version, whose turn that is, and which number an answer is to have."""

    template = "table_version"
    number: int
    version: int
    kind: str
    turn: str
    acting: str
    is_forced: bool
