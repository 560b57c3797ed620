"""Hints as a person reads them: what a director thinks in their place, from a line of wisdom to a number."""

from dataclasses import dataclass
from typing import Any, Final

from games.edition_words import Words
from games.engine import Discard, Pass, Place, State, Take, View, move_of
from games.engine.placement import lay
from games.engine.state import AUCTION, PARTY
from games.play.selectors.hints import GRADES, Hints

# Tiles whose worth differs by less are about equally good.
CLOSE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Tip:
    """One line of a hint: which sentence, and the names and numbers in it."""

    kind: str
    tile: str = ""
    other: str = ""
    title: str = ""
    space: str = ""
    money: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """What was told of the decision so far, and which grade can be had next; 0 where there is none."""

    tips: tuple[Tip, ...] = ()
    next_grade: int = 0


NO_ADVICE: Final = Advice()


def advice_of(view: View, hints: Hints | None, words: Words) -> Advice:
    """Return the hint for the viewer's decision, as far as they took it."""
    if hints is None or not hints.are_open or view.viewer is None or view.state.turn != view.viewer:
        return NO_ADVICE
    hint = hints.present[view.viewer]
    if hint is None:
        return Advice(next_grade=1)
    grade = hint["grade"]
    tips = _tips(view.state, hint["code"], hint["why"] or {}, words)[:grade]
    return Advice(tips, next_grade=grade + 1 if grade < GRADES else 0)


def _tips(state: State, code: int, why: dict[str, Any], words: Words) -> tuple[Tip, Tip, Tip]:
    """All three grades, of which the later ones are told on request."""
    if state.phase == AUCTION:
        return _on_bidding(state, code, why, words)
    if state.phase == PARTY:
        return _on_taking(state, code, why, words)
    return _on_placing(state, code, why, words)


def _on_bidding(state: State, code: int, why: dict[str, Any], words: Words) -> tuple[Tip, Tip, Tip]:
    useful = _useful(why)
    limit = min(why.get("limit", 0), state.money[state.turn])
    move = move_of(state.edition, state.phase, code)
    matters = _worth(state, limit, words, finishes=_finishes(state, useful))
    where = _where(state, useful[0], words) if useful else Tip("look_at_others")
    if isinstance(move, Pass):
        return matters, where, Tip("pass")
    return matters, where, Tip("bid", money=words.money(code), limit=words.money(max(limit, code)))


def _worth(state: State, limit: int, words: Words, *, finishes: bool) -> Tip:
    """Say first what can be used: about what the lot is worth, and from which price on it costs more than it brings."""
    if limit < 1:
        return Tip("lot_useless")
    money, beyond = words.money(limit), words.money(limit + 1)
    if limit >= state.money[state.turn]:
        return Tip("lot_worth_all", money=money)
    return Tip("lot_finishes" if finishes else "lot_worth", money=money, limit=beyond)


def _on_taking(state: State, code: int, why: dict[str, Any], words: Words) -> tuple[Tip, Tip, Tip]:
    edition = state.edition
    scores: dict[str, float] = why.get("tiles", {})
    best, *others = sorted(scores, key=lambda tile: -scores[tile]) or [edition.tiles[code].id]
    is_close = bool(others) and scores[best] - scores[others[0]] < CLOSE
    names = [words.tile(edition.tile_index[tile]) for tile in (best, *others[:1])]
    # In the order of the alphabet, so that the second line does not give away the third.
    first, second = sorted(names, key=lambda name: name.casefold()) if others else (names[0], "")
    return (
        Tip("tiles_close" if is_close else "tiles_differ"),
        Tip("look_at_two" if others else "look_at_tile", tile=first, other=second),
        Tip("take", tile=words.tile(code)),
    )


def _on_placing(state: State, code: int, why: dict[str, Any], words: Words) -> tuple[Tip, Tip, Tip]:
    useful = _useful(why)
    move = move_of(state.edition, state.phase, code)
    kind = "placing_finishes" if _finishes(state, useful) else "placing_useful" if useful else "placing_useless"
    where = Tip("look_at_screenplay", title=_title(state, useful[0][1], words)) if useful else Tip("look_at_spaces")
    assert not isinstance(move, Take)
    return Tip(kind), where, _placed(state, move, words)


def _placed(state: State, move: Any, words: Words) -> Tip:
    edition = state.edition
    tile = words.tile(edition.tile_index[move.tile])
    if isinstance(move, Discard):
        return Tip("discard", tile=tile)
    assert isinstance(move, Place)
    kind = edition.space_kind[_space(state, move.screenplay, move.space)]
    return Tip("place", tile=tile, title=_title(state, move.screenplay, words), space=words.space_kind(kind))


def _where(state: State, place: list[Any], words: Words) -> Tip:
    tile, screenplay, _ = place
    return Tip("look_at", tile=words.tile(state.edition.tile_index[tile]), title=_title(state, screenplay, words))


def _useful(why: dict[str, Any]) -> list[list[Any]]:
    """Return the tiles that would go somewhere: tile, screenplay, number of the space."""
    return [place for place in why.get("places", []) if place[1] is not None]


def _finishes(state: State, places: list[list[Any]]) -> bool:
    """Whether the tiles, laid where they are best, complete a movie."""
    after = state.copy()
    for tile, screenplay, index in places:
        lay(after, state.edition.tile_index[tile], _space(state, screenplay, index))
    return any(not after.missing[state.edition.screenplay_index[screenplay]] for _, screenplay, _ in places)


def _space(state: State, screenplay: str, index: int) -> int:
    edition = state.edition
    return edition.spaces[edition.screenplay_index[screenplay]].start + index


def _title(state: State, screenplay: str, words: Words) -> str:
    return words.screenplay(state.edition.screenplay_index[screenplay])
