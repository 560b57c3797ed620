"""Match records: one match as a file that anybody's program can check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.engine import game
from games.engine.edition import Edition
from games.engine.edition_file import EditionError, load_edition
from games.engine.moves import Move, from_entry, is_whole, to_entry
from games.engine.refusals import Refused
from games.engine.scoring import places, scores
from games.engine.setup import commitment, proves
from games.engine.state import KNOWN_RULES, OVER, RULES_VERSION, Deal, Setup, State
from games.engine.state_json import award_to_json, deal_to_json, movie_to_json

FORMAT: Final = "dream-factory-match/1"

Plain = dict[str, Any]


class Player(NamedTuple):
    """Who sat on a seat: a name, and `human` or `ai:<level>`."""

    name: str
    controller: str


class RecordRefused(ValueError):
    """A record that cannot be played: `where` is `move 17`, `deal`, `result` or another part of it."""

    def __init__(self, where: str, rule: str, why: str) -> None:
        super().__init__(f"{where}: {rule}: {why}")
        self.where = where
        self.rule = rule
        self.why = why


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again."""

    state: State
    moves: int
    finished: bool  # by its result: a record without one counts as unfinished
    proof: bool | None  # None where the record has none

    @property
    def summary(self) -> str:
        """In a few words, what became of it."""
        end = "finished" if self.finished else "unfinished"
        proof = {None: "", True: ", proof holds", False: ", proof does not hold by our recipe"}[self.proof]
        return f"{end}, {self.moves} {'move' if self.moves == 1 else 'moves'}{proof}"


def write_record(
    state: State, players: Sequence[Player], moves: Iterable[tuple[int, Move]], secret: bytes | None = None
) -> Plain:
    """Return the record of a match that stands at `state` after these moves."""
    setup = state.setup
    record: Plain = {"format": FORMAT, "rules": setup.rules}
    if secret is not None:
        record["proof"] = {"commitment": commitment(secret), "secret": secret.hex()}
    record |= {
        "edition": setup.edition.id,
        "options": {"open_money": setup.open_money},
        "seats": [
            {"name": player.name, "studio": studio, "controller": player.controller}
            for player, studio in zip(players, setup.studios, strict=True)
        ],
        "first": setup.first,
        "deal": deal_to_json(setup.edition, setup.deal),
        "moves": [to_entry(seat, move) for seat, move in moves],
    }
    if state.phase == OVER:
        record["result"] = result(state)
    return record


def result(state: State) -> Plain:
    """Return the result of a finished match."""
    edition = state.edition
    return {
        "scores": scores(state),
        "places": places(state),
        "money": list(state.money),
        "pot": state.pot,
        "movies": [movie_to_json(edition, movie) for movie in state.movies],
        "awards": [award_to_json(edition, award) for award in state.awards],
    }


def replay(record: object) -> Replay:
    """Play a record again and check every move and the result; RecordRefused names what is wrong."""
    plain = _expect(record, dict, "record", "a record is a JSON object")
    setup = read_setup(plain)
    moves = _expect(plain.get("moves"), list, "moves", "the moves are a list")
    state = game.start(setup)
    for number, entry in enumerate(moves, start=1):
        _play_entry(state, number, entry)
    _check_result(plain, state, len(moves))
    return Replay(state, len(moves), "result" in plain, _check_proof(plain, setup))


def read_setup(plain: Plain) -> Setup:
    """Edition, seats, options, deal: all that is fixed before the first move."""
    _require(plain.get("format") == FORMAT, "format", f"only {FORMAT} can be read")
    rules = plain.get("rules", RULES_VERSION)
    _require(is_whole(rules) and rules in KNOWN_RULES, "rules", "this version of the rules is not known here")
    edition = _read_edition(plain)
    studios = _read_studios(plain, edition)
    first = _expect(plain.get("first"), int, "first", "the first seat is a number")
    _require(is_whole(first) and 0 <= first < len(studios), "first", "the first seat is the number of a seat")
    return Setup(edition, studios, first, _read_deal(plain, edition), _read_open_money(plain), rules)


def _read_edition(plain: Plain) -> Edition:
    edition_id = _expect(plain.get("edition"), str, "edition", "the edition is an id")
    try:
        return load_edition(edition_id)
    except EditionError as problem:
        raise RecordRefused("edition", "edition", str(problem)) from problem


def _read_studios(plain: Plain, edition: Edition) -> tuple[int, ...]:
    seats = _expect(plain.get("seats"), list, "seats", "the seats are a list")
    _require(len(seats) in edition.money, "seats", "this edition is not played by so many seats")
    for seat in seats:
        _expect(seat, dict, "seats", "a seat is an object")
        _expect(seat.get("name"), str, "seats", "a seat has a name")
        _expect(seat.get("controller"), str, "seats", "a seat's controller is a text")
    studios = [seat.get("studio") for seat in seats]
    known = all(is_whole(studio) and studio in edition.studios for studio in studios)
    _require(known and len(set(studios)) == len(studios), "seats", "each seat has a studio of its own")
    return tuple(studios)


def _read_open_money(plain: Plain) -> bool:
    options = _expect(plain.get("options", {}), dict, "options", "the options are an object")
    open_money: bool = _expect(options.get("open_money", False), bool, "options", "open_money is true or false")
    return open_money


def _read_deal(plain: Plain, edition: Edition) -> Deal:
    deal = _expect(plain.get("deal"), dict, "deal", "the deal is an object")
    tile, screenplay = edition.tile_index, edition.screenplay_index
    return Deal(
        legends=_read_order(deal, "legends", tile, edition.legends),
        bag=_read_order(deal, "bag", tile, edition.bag),
        screenplays=_read_order(deal, "screenplays", screenplay, edition.neutral_screenplays),
    )


def _read_order(deal: Plain, part: str, index: dict[str, int], expected: tuple[int, ...]) -> tuple[int, ...]:
    """Return a list of ids that must hold exactly the expected things, in any order."""
    ids = _expect(deal.get(part), list, "deal", f"{part} is a list")
    numbers = [index.get(item, -1) if isinstance(item, str) else -1 for item in ids]
    _require(sorted(numbers) == sorted(expected), "deal", f"not the {part} of the edition")
    return tuple(numbers)


def _play_entry(state: State, number: int, entry: object) -> None:
    try:
        seat, move = from_entry(entry)
        game.perform(state, game.check(state, seat, move))
    except Refused as refusal:
        raise RecordRefused(f"move {number}", refusal.rule, str(refusal)) from refusal


def _check_result(plain: Plain, state: State, moves: int) -> None:
    if "result" not in plain:
        return
    if state.phase != OVER:
        raise RecordRefused(f"move {moves + 1}", "missing", "the moves end before the match does")
    told = _expect(plain["result"], dict, "result", "the result is an object")
    true = result(state)
    for name, value in true.items():
        _require(_same(told.get(name), value), "result", f"{name} should be {value}")
    _require(told.keys() == true.keys(), "result", "it has keys that do not belong there")


def _same(told: object, value: object) -> bool:
    """Equal as JSON: true is not 1, and 1.0 is not 1."""
    if isinstance(value, dict):
        return (
            isinstance(told, dict) and told.keys() == value.keys() and all(_same(told[key], value[key]) for key in told)
        )
    if isinstance(value, list):
        return isinstance(told, list) and len(told) == len(value) and all(map(_same, told, value))
    return type(told) is type(value) and told == value


def _check_proof(plain: Plain, setup: Setup) -> bool | None:
    """Tell whether the deal follows from its secret by our recipe. One made by another recipe is none the worse."""
    if "proof" not in plain:
        return None
    proof = _expect(plain["proof"], dict, "proof", "the proof is an object")
    promised = _expect(proof.get("commitment"), str, "proof", "the commitment is a text")
    secret = _expect(proof.get("secret"), str, "proof", "the secret is a text")
    try:
        return proves(setup.edition, bytes.fromhex(secret), promised, setup.deal)
    except (ValueError, TypeError):
        return False


def _require(holds: bool, part: str, why: str) -> None:
    if not holds:
        raise RecordRefused(part, part, why)


def _expect(value: Any, kind: type, part: str, why: str) -> Any:
    _require(isinstance(value, kind), part, why)
    return value
