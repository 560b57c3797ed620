"""What tiles are worth to a seat: a plain estimate of the points a screenplay will bring."""

from games.engine.edition import QUARTERS
from games.engine.kinds import GUEST_STAR
from games.engine.placement import lay, rate
from games.engine.state import NO_TILE, State

# Points that a finished movie brings beside its marker: its part in awards, and a new screenplay.
MOVIE_BONUS = 5.0
# Stars that an average tile will bring to a space that is still empty.
USUAL_STARS = 1.4
# Tiles that change hands at an average location.
TILES_A_LOCATION = 2.2
# With this many tiles still to come, a given space gets filled every other time.
EVEN_CHANCE_TILES = 2.5


def chance_to_fill(state: State) -> float:
    """The chance that one empty space of a seat will be filled before the match ends."""
    locations = len(state.edition.board)
    left = (QUARTERS - state.quarter + 1) * locations - 1 - state.location
    coming = left * TILES_A_LOCATION / state.setup.seats
    return coming / (coming + EVEN_CHANCE_TILES)


def promise(total: int, missing: int, chance: float) -> float:
    """The points to expect of a screenplay with these stars so far and so many spaces to fill."""
    return float((total + USUAL_STARS * missing + MOVIE_BONUS) * chance**missing)


def gain(state: State, tile: int, space: int, chance: float) -> float:
    """By how much a tile on a space raises what its screenplay promises."""
    edition = state.edition
    screenplay = edition.space_screenplay[space]
    covered = state.top[space]
    total, missing = rate(state, screenplay).total, state.missing[screenplay]
    stars = edition.tile_stars[tile] - (0 if covered == NO_TILE else edition.tile_stars[covered])
    fills = covered == NO_TILE and edition.space_kind[space] != GUEST_STAR
    return promise(total + stars, missing - fills, chance) - promise(total, missing, chance)


def best_space(state: State, seat: int, tile: int) -> tuple[float, int | None]:
    """The most a tile can bring a seat, and the space for it; None where discarding it is best."""
    chance = chance_to_fill(state)
    best: tuple[float, int | None] = (0.0, None)
    for screenplay in state.screenplays[seat]:
        if not state.missing[screenplay]:
            continue
        for space in state.edition.spaces[screenplay]:
            if state.takes[space] & state.edition.tile_bit[tile]:
                best = max(best, (gain(state, tile, space, chance), space), key=lambda option: option[0])
    return best


def lot_worth(state: State, seat: int, tiles: tuple[int, ...]) -> float:
    """What a seat would gain by a lot whose tiles it lays out one by one, each where it brings most."""
    table, hand = state.copy(), list(tiles)
    brought = 0.0
    while hand:
        value, space, tile = max(
            ((*best_space(table, seat, tile), tile) for tile in hand), key=lambda option: option[0]
        )
        if space is None:
            break
        brought += value
        hand.remove(tile)
        lay(table, tile, space)
    return brought
