"""Many matches between named levels, the same deals whoever plays them and however many workers there are."""

import hashlib
import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from games.ai.levels import LEVELS
from games.ai.match import PlayedMatch, play_match
from games.engine import Player, Setup, deal, draw_first, draw_studios, load_edition, places, scores, write_record

GAMES_A_CHUNK = 20


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """What is to be played."""

    edition: str
    levels: tuple[str, ...]
    games: int
    seed: str
    export: Path | None = None


@dataclass(slots=True)
class LevelTotals:
    """What came of the matches so far, by seat."""

    games: int = 0
    decisions: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    movies: list[int] = field(default_factory=list)

    @classmethod
    def for_seats(cls, seats: int) -> "LevelTotals":
        """Return an empty tally."""
        return cls(wins=[0] * seats, points=[0] * seats, movies=[0] * seats)

    def count(self, played: PlayedMatch) -> None:
        """Add one match. Seats that share the first place have all won."""
        state = played.state
        self.games += 1
        self.decisions += len(played.decisions)
        for seat, (score, place) in enumerate(zip(scores(state), places(state), strict=True)):
            self.wins[seat] += place == 1
            self.points[seat] += score
            self.movies[seat] += sum(movie.seat == seat for movie in state.movies)

    def add(self, other: "LevelTotals") -> None:
        """Add what another worker counted."""
        self.games += other.games
        self.decisions += other.decisions
        for mine, theirs in ((self.wins, other.wins), (self.points, other.points), (self.movies, other.movies)):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]


def secret_of(seed: str, game: int) -> bytes:
    """Return the secret of game number `game` of a seed: a public one, since simulations hide nothing."""
    return hashlib.sha256(f"simulate/{seed}/{game}".encode()).digest()


def play_game(plan: SimulationPlan, game: int) -> PlayedMatch:
    """Return one match of the plan, the same on every machine."""
    edition = load_edition(plan.edition)
    secret = secret_of(plan.seed, game)
    seats = len(plan.levels)
    setup = Setup(edition, draw_studios(edition, secret, seats), draw_first(secret, seats), deal(edition, secret))
    brains = [LEVELS[level].brain for level in plan.levels]
    seeds = [f"{plan.seed}/{game}/{seat}" for seat in range(seats)]
    return play_match(setup, brains, [Random(seed) for seed in seeds], seeds)


def play_games(plan: SimulationPlan, games: range) -> LevelTotals:
    """Return some matches of the plan, each written out as soon as it is over."""
    tally = LevelTotals.for_seats(len(plan.levels))
    for game in games:
        played = play_game(plan, game)
        tally.count(played)
        if plan.export is not None:
            _export(plan, plan.export, game, played)
    return tally


def simulate(plan: SimulationPlan, workers: int = 1) -> Iterator[LevelTotals]:
    """Play the plan chunk by chunk, in one process or several, and tell what each chunk counted."""
    size = min(GAMES_A_CHUNK, -(-plan.games // workers))
    chunks = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    if plan.export is not None:
        plan.export.mkdir(parents=True, exist_ok=True)
    if workers == 1:
        yield from map(partial(play_games, plan), chunks)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(partial(play_games, plan), chunks)


def report(plan: SimulationPlan, tally: LevelTotals, seconds: float) -> dict[str, Any]:
    """Return the figures of a simulation."""
    return {
        "games": tally.games,
        "seconds": round(seconds, 3),
        "matches_per_second": round(tally.games / seconds, 1),
        "decisions_per_second": round(tally.decisions / seconds),
        "moves_per_match": round(tally.decisions / tally.games, 1),
        "seats": [
            {
                "level": level,
                "wins": tally.wins[seat],
                "mean_score": round(tally.points[seat] / tally.games, 2),
                "movies": round(tally.movies[seat] / tally.games, 2),
            }
            for seat, level in enumerate(plan.levels)
        ],
    }


def _export(plan: SimulationPlan, folder: Path, game: int, played: PlayedMatch) -> None:
    players = [Player(f"{level} {seat + 1}", f"ai:{level}") for seat, level in enumerate(plan.levels)]
    record = write_record(played.state, players, played.moves(), secret_of(plan.seed, game))
    path = folder / f"{plan.edition}-{'-'.join(plan.levels)}-{plan.seed}-{game:06d}.json"
    path.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
