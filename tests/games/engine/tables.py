"""Tables laid for a test: a state with just what the rule in question is about."""

from games.engine import Event, Move, Setup, State, apply, deal, load_edition, start
from games.engine.edition import Edition
from games.engine.kinds import KINDS
from games.engine.markers import MARKER_NAMES
from games.engine.placement import begin, lay
from games.engine.quarters import visit
from games.engine.state import Deal

EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
ANY = EDITIONS[0]
SECRET = bytes(range(32))


def new_table(seats: int = 4, edition: str = ANY, *, first: int = 0, open_money: bool = False) -> State:
    """A match at its first decision, dealt from a fixed secret."""
    known = load_edition(edition)
    return start(Setup(known, known.studios[:seats], first, deal(known, SECRET), open_money))


def file_order(edition: Edition) -> Deal:
    """A deal without chance: everything as the edition's file has it."""
    return Deal(edition.legends, edition.bag, edition.neutral_screenplays)


def play(state: State, *moves: Move) -> State:
    """Each move by whoever is asked."""
    for move in moves:
        state, _ = apply(state, state.turn, move)
    return state


def play_and_tell(state: State, move: Move) -> tuple[State, list[Event]]:
    return apply(state, state.turn, move)


def go_to(state: State, location: str) -> State:
    """The same table, now visiting another location of the quarter."""
    visit(state, [place.id for place in state.edition.board].index(location))
    return state


def give(state: State, seat: int, *tiles: str) -> State:
    """The seat holds these tiles and must place them."""
    state.queue = []
    begin(state, seat, [state.edition.tile_index[tile] for tile in tiles])
    return state


def cast(state: State, screenplay: str, tiles: dict[int, str]) -> State:
    """Tiles already lying on spaces of a screenplay."""
    spaces = state.edition.spaces[state.edition.screenplay_index[screenplay]]
    for space, tile in tiles.items():
        lay(state, state.edition.tile_index[tile], spaces[space])
    return state


def tile_of(state: State, kind: str, stars: int | None = None, skip: int = 0) -> str:
    """Some tile of a kind, and with so many stars, that is no legend."""
    fitting = [
        tile.id
        for tile in state.edition.tiles
        if KINDS[tile.kind] == kind and stars in (None, tile.stars) and not tile.is_legend
    ]
    return fitting[skip]


def markers_left(state: State) -> list[str]:
    return [MARKER_NAMES[marker] for marker in state.markers]


def of_kind(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if type(event) is kind]
