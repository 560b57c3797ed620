"""What a tile would do: every space it fits, the total there, the marker, and whether it completes the movie."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import State
from games.engine.markers import best_marker, marker_name
from games.engine.placement import lay, rate
from games.render_cache import part_cache


@dataclass(frozen=True, slots=True)
class Fit:
    """A space that takes the tile: `now` and `then` are the totals before and after."""

    screenplay: int
    title: str
    space: int
    index: int
    now: int
    then: int
    completes: bool
    marker: str | None

    @property
    def loses(self) -> bool:
        return self.then < self.now


def fits_of(state: State, seat: int, tile: int, words: Words) -> dict[int, Fit]:
    """Return the spaces of a seat that take the tile, by space."""
    # All that is read of the position: no bid changes anything of it.
    read = (tile, tuple(state.screenplays[seat]), tuple(state.top), tuple(state.markers))
    key = ("fits", words.edition.id, words.language, *read)
    fits: dict[int, Fit] = part_cache(key, lambda: _fits(state, seat, tile, words))
    return fits


def _fits(state: State, seat: int, tile: int, words: Words) -> dict[int, Fit]:
    edition = state.edition
    return {
        space: _fit(state, tile, space, words)
        for screenplay in state.screenplays[seat]
        if state.missing[screenplay]
        for space in edition.spaces[screenplay]
        if state.takes[space] & edition.tile_bit[tile]
    }


def best_fit(fits: dict[int, Fit]) -> Fit | None:
    """Return the fit to mention first: one that completes a movie, or else the one that gains most."""
    return max(fits.values(), key=lambda fit: (fit.completes, fit.then - fit.now, fit.then), default=None)


def _fit(state: State, tile: int, space: int, words: Words) -> Fit:
    screenplay = state.edition.space_screenplay[space]
    after = state.copy()
    lay(after, tile, space)
    then = rate(after, screenplay).total
    return Fit(
        screenplay=screenplay,
        title=words.screenplay(screenplay),
        space=space,
        index=space - state.edition.spaces[screenplay].start,
        now=rate(state, screenplay).total,
        then=then,
        completes=not after.missing[screenplay],
        marker=marker_name(best_marker(state.markers, then)),
    )
