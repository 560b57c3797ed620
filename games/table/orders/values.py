"""What the sheet of orders shows, put into words as far as only Python can."""

from dataclasses import dataclass, field

from games.table.track import Glyph


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a picker."""

    value: str
    label: str
    is_chosen: bool = False

    @property
    def condition(self) -> str:
        """Which condition it is, where it is one: won, leads, keeps."""
        return self.value.partition(":")[0]

    @property
    def covers(self) -> bool:
        """Whether it puts a tile over another one."""
        return self.value.endswith("/over")


@dataclass(frozen=True, slots=True)
class Amount:
    """A field for money: what stands before and after the number, and how far it goes."""

    value: int
    most: int
    before: str
    after: str
    words: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an order would do now: asks, passes, bids or leads; `why` says what holds it back."""

    does: str
    why: str
    at_most: str
    others: str  # the highest bid of others that it beats; nothing where it beats none
    holds_ties: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """A question with one answer: about a tile, a kind, or a condition."""

    choices: tuple[Choice, ...]
    glyph: Glyph | None = None
    word: str = ""
    kind: str = ""
    is_thrown: bool = False

    @property
    def is_said(self) -> bool:
        return any(choice.is_chosen and choice.value for choice in self.choices)


@dataclass(frozen=True, slots=True)
class TileWishLine:
    """A kind that is wished for at a party, with at least so many stars."""

    kinds: tuple[Choice, ...]
    stars: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A location that is still to come: a lot with its order, or a party with its wish."""

    location: int
    place: int
    name: str
    glyphs: tuple[Glyph, ...]
    backs: int
    is_party: bool
    is_current: bool
    say: str  # of a lot: ask, limit, pass; of a party: ask, wish, director, always
    limit: Amount | None = None
    drives: bool = False
    otherwise: str = "ask"
    conditions: tuple[Picker, ...] = ()
    tiles: tuple[Picker, ...] = ()
    wishes: tuple[TileWishLine, ...] = ()
    wish_words: str = ""
    outlook: Outlook | None = None
    stopped: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class OrderSheetView:
    """All that the page of orders shows to the owner of a seat."""

    match_id: int
    seat: int
    number: int
    quarter: int
    money: str
    cap: Amount | None
    is_capped: bool
    lines: tuple[OrderLine, ...]
    kinds: tuple[Picker, ...]  # where tiles of a kind go, whatever lot they come from
    as_director: bool
    party: OrderLine
    stopped: str
    refusals: dict[str, str] = field(default_factory=dict)
    saved: dict[str, int] = field(default_factory=dict)  # what these orders saved so far; nothing where they did not

    @property
    def standing(self) -> int:
        """How many lines answer by themselves."""
        return sum(line.say != "ask" for line in self.lines)

    @property
    def asking(self) -> int:
        return len(self.lines) - self.standing

    @property
    def has_wishes(self) -> bool:
        """Whether anything is said about where tiles go, or about every party."""
        return self.as_director or self.party.say != "ask" or any(kind.is_said or kind.is_thrown for kind in self.kinds)

    @property
    def is_empty(self) -> bool:
        return not self.standing and not self.has_wishes and not self.is_capped

    @property
    def key(self) -> str:
        """Sent along with an edit, so that a second click is not a second edit."""
        return f"{self.match_id}.{self.seat}.o{self.number + 1}"
