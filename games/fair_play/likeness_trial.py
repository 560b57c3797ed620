"""How many copies of our brains are found, and how many people look like one: on deals kept apart."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from games.ai import ladder, searcher
from games.ai.brain import Brain
from games.ai.deals import CHECKING, TUNING, secret_of, setup_of
from games.ai.valuer import Valuer
from games.engine import Edition, start
from games.fair_play.feeding_trial import LEAST, LET_THROUGH, MEASURED, Progress
from games.fair_play.figures import SEATS, TOGETHER
from games.fair_play.likeness import HARD, KindAgrees, Rates, learn_rates, likeness, read_agreements
from games.fair_play.players import HONEST, Careless
from games.fair_play.series import play_through
from games.fair_play.shares import share_of
from games.fair_play.timing import TimedAnswer, read_times

# People err; the steadiest of these are steadier than most.
PEOPLE: Final[dict[str, Brain]] = {
    **{name: brain for name, brain in HONEST.items() if not name.startswith("director")},
    **{f"fond:{style}": Valuer(taste=brain.taste, error=0.2) for style, brain in ladder.STYLES.items()},
    "steady": Valuer(error=0.12),
}
COPYING: Final[dict[str, Brain]] = {
    "director": ladder.director,
    "director, mostly": Careless(ladder.director, 0.1),
    "producer": searcher.producer,
}
TABLES: Final = 24

Answers = list[list[KindAgrees]]  # of one player, match by match


@dataclass(frozen=True)
class Watched:
    """A player whose answers were compared, match by match."""

    name: str
    is_copy: bool
    matches: Answers


def run_trial(
    editions: Sequence[Edition], scale: float, progress: Progress, seats: Sequence[int] = SEATS
) -> dict[str, Any]:
    """Learn how often people agree, choose thresholds, and measure both rates; each on deals of its own."""
    by_name: dict[str, Answers] = defaultdict(list)
    for one in (one for n in seats for one in _watch(editions, n, TUNING, scale, progress)):
        by_name[one.name] += one.matches
    rates = [learn_rates(answers) for _, answers in sorted(by_name.items())]
    checked = [one for n in seats for one in _watch(editions, n, CHECKING, scale, progress)]
    thresholds = {str(k): _threshold(checked, rates, k) for k in TOGETHER}
    results = [row for n in seats for row in _measure(editions, n, rates, thresholds, scale, progress)]
    return {"learned": rates, "thresholds": {"all": thresholds}, "results": results}


def _measure(
    editions: Sequence[Edition],
    seats: int,
    rates: Rates,
    thresholds: dict[str, float],
    scale: float,
    progress: Progress,
) -> Iterator[dict[str, Any]]:
    watched = list(_watch(editions, seats, MEASURED, scale, progress, with_copy=True))
    for together in TOGETHER:
        threshold = thresholds[str(together)]
        people = [one for one in watched if not one.is_copy]
        alarms = [value > threshold for one in people for value in _values(one, rates, together)]
        by_way: dict[str, list[bool]] = defaultdict(list)
        for one in watched:
            if one.is_copy:
                by_way[one.name] += [value > threshold for value in _values(one, rates, together)]
        yield {
            "seats": seats,
            "matches": together,
            "false_alarms": asdict(share_of(alarms)),
            "found": asdict(share_of([hit for hits in by_way.values() for hit in hits])),
            "by_way": {way: asdict(share_of(hits)) for way, hits in sorted(by_way.items())},
        }


def _watch(
    editions: Sequence[Edition],
    seats: int,
    label: str,
    scale: float,
    progress: Progress,
    with_copy: bool = False,
) -> Iterator[Watched]:
    """Play tables of people, with one copy among them where it is asked for, and watch everybody."""
    name = f"likeness/{label}"
    for number in progress(range(max(round(scale * TABLES), 2)), f"{seats} seats, {name}"):
        edition = editions[number % len(editions)]
        dice = Random(f"{name}/{edition.id}/{seats}/{number}")
        names = dice.choices(list(PEOPLE), k=seats)
        if with_copy:
            names[0] = dice.choice(list(COPYING))
        brains = [COPYING[one] if with_copy and not seat else PEOPLE[one] for seat, one in enumerate(names)]
        players: list[Answers] = [[] for _ in names]
        for game in range(max(TOGETHER)):
            secret = secret_of(f"{name}/{edition.id}/{seats}/{number}", game)
            states, decisions = play_through(start(setup_of(edition, seats, secret)), brains, dice)
            for seat in range(seats):
                found = read_agreements(states, decisions, seat)
                players[seat].append([(one.kind, one.agrees) for one in found])
        for seat, matches in enumerate(players):
            yield Watched(names[seat], with_copy and not seat, matches)


def _values(one: Watched, rates: Rates, together: int) -> Iterator[float]:
    for first in range(0, len(one.matches) - together + 1, together):
        yield likeness((answer for match in one.matches[first : first + together] for answer in match), rates)


def _threshold(people: Sequence[Watched], rates: Rates, together: int) -> float:
    values = sorted((value for one in people for value in _values(one, rates, together)), reverse=True)
    return round(max(values[int(len(values) * LET_THROUGH)], LEAST), 2)


@dataclass(frozen=True)
class MadeUpClock:
    """How long a made-up player takes: around how many seconds, how evenly, and how much longer for what is hard."""

    usual: float
    spread: float
    hard: float

    def seconds(self, dice: Random, is_hard: bool) -> float:
        """Return how long an answer took."""
        return dice.lognormvariate(0.0, self.spread) * self.usual * (self.hard if is_hard else 1.0)


def run_timing_trial(
    editions: Sequence[Edition], scale: float, progress: Progress, seats: Sequence[int] = SEATS
) -> dict[str, Any]:
    """Choose from which evenness on times are shown, and measure both rates, by times that are made up."""
    rounds = max(round(2_000 * scale), 200)
    threshold = sorted(_spreads("checking", rounds, people=True))[int(rounds * LET_THROUGH)]
    people = [spread <= threshold for spread in _spreads("published", rounds, people=True)]
    programs = [spread <= threshold for spread in _spreads("published", rounds, people=False)]
    return {
        "threshold": round(threshold, 3),
        "hard": sorted(HARD),
        "false_alarms": asdict(share_of(people)),
        "found": asdict(share_of(programs)),
    }


def _spreads(label: str, rounds: int, *, people: bool) -> Iterator[float]:
    dice = Random(f"timing/{label}/{people}")
    for _ in range(rounds):
        spread = dice.uniform(0.55, 1.2) if people else dice.uniform(0.05, 0.35)
        clock = MadeUpClock(dice.uniform(2.0, 12.0), spread, dice.uniform(1.2, 2.5) if people else 1.0)
        hard = [dice.random() < 0.3 for _ in range(60)]
        times = read_times(TimedAnswer(clock.seconds(dice, is_hard), is_hard) for is_hard in hard)
        assert times is not None
        yield times.spread
