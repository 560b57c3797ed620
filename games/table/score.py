"""The score so far: what is certain of a seat's points, and its money where that is seen."""

from dataclasses import dataclass, replace

from games.edition_words import Words
from games.engine import State
from games.engine.markers import marker_name, marker_value
from games.table.parts import Part
from games.table.studio import Trophy, trophy_of


@dataclass(frozen=True, slots=True)
class Score:
    """Markers of movies and awards that were made. `purse` and `money` are None and empty where money is secret."""

    markers: tuple[str, ...] = ()
    marker_points: int = 0
    awards: tuple[Trophy, ...] = ()
    award_points: int = 0
    purse: int | None = None
    money: str = ""

    @property
    def certain(self) -> int:
        """What nobody can lose any more."""
        return self.marker_points + self.award_points

    @property
    def total(self) -> int:
        return self.certain + (self.purse or 0)


NO_SCORE = Score()


@dataclass(frozen=True, slots=True)
class ScorePart(Part):
    """A seat's points in its line."""

    template = "score"
    seat: int
    certain: int
    total: int
    money: str


@dataclass(frozen=True, slots=True)
class TallyPart(Part):
    """What makes up a seat's points."""

    template = "tally"
    seat: int
    score: Score


@dataclass(frozen=True, slots=True)
class OwnScorePart(Part):
    """The viewer's own points with their purse, and what makes them up."""

    template = "own_score"
    score: Score


def score_of(state: State, seat: int, words: Words) -> Score:
    """Return what a seat has; ruling R10 decides whether `state`, being a view, knows its purse."""
    markers = [movie.marker for movie in state.movies if movie.seat == seat]
    awards = tuple(trophy_of(award, words) for award in state.awards if award.seat == seat)
    score = Score(
        markers=tuple(marker_name(marker) or "0" for marker in markers),
        marker_points=sum(map(marker_value, markers)),
        awards=awards,
        award_points=sum(award.points for award in awards),
    )
    return with_purse(score, state.money[seat], words)


def with_purse(score: Score, purse: int | None, words: Words) -> Score:
    """Return the score with money that is seen; as it is where it is not."""
    return score if purse is None else replace(score, purse=purse, money=words.money(purse))


def score_parts(seat: int, score: Score) -> dict[str, Part]:
    """List what all but its owner see of a seat's points."""
    return {
        f"score-{seat}": ScorePart(seat, score.certain, score.total, score.money),
        f"tally-{seat}": TallyPart(seat, score),
    }
