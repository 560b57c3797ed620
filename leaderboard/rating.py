"""What a match does to the ratings of those who played it: the one computation, for a match that has just ended and
for a whole history. A result is rated by what its people decided."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from leaderboard.elo import START, Contender, change_against, pair_change
from leaderboard.ladders import Ladder, ladder_of_ai, ladders_of_people
from leaderboard.meetings import Meetings

# Whoever gave up, or let the AI decide more than its share, is behind everybody who did not, whatever the AI in their
# seat still made of it.
LAST: Final = 9
# Whoever decided less often has not met the others: nobody wins or loses anything by them, and without two who did a
# match does not count among people. It is half of the first quarter: longer than a click or two of an account that was
# made to lose, and too early for anybody to know how the match will end and leave for nothing.
OPENING: Final = 8


class Part(NamedTuple):
    """A seat's result: a person or an AI level, where the match left them, and how often they decided themselves."""

    user_id: int | None
    level: str
    standing: int
    decided: int = OPENING

    @property
    def was_there(self) -> bool:
        return self.decided >= OPENING


@dataclass(frozen=True, slots=True)
class Contest:
    """A rated match, as far as ratings look at it. `anchors` tells how strong its AI levels are held to be."""

    match_id: int
    ended_at: datetime
    pace: str
    edition_id: str
    parts: tuple[Part, ...]
    anchors: dict[str, int]

    @property
    def seats(self) -> int:
        return len(self.parts)

    @property
    def people(self) -> list[Part]:
        return [part for part in self.parts if part.user_id is not None]

    @property
    def counts_among_people(self) -> bool:
        """Whether two people at least have really played."""
        return sum(part.was_there for part in self.people) > 1

    @property
    def ais(self) -> list[Part]:
        return [part for part in self.parts if part.user_id is None]


class Stand(NamedTuple):
    """Where somebody stands on a ladder."""

    value: int = START
    matches: int = 0


Standings = dict[tuple[int, str], Stand]


class Step(NamedTuple):
    """What a match did to one person on one ladder; the fields are those of a stored change."""

    match_id: int
    user_id: int
    ladder: str
    ended_at: datetime
    number: int
    standing: int
    k: int
    before: int
    after: int


def rate(contest: Contest, standings: Standings, meetings: Meetings) -> list[Step]:
    """Moves everybody who played, on every ladder the match counts on, and tells each step."""
    steps = []
    if contest.counts_among_people:
        for ladder in _ladders(contest):
            steps += _rate_people(contest, ladder, standings, meetings)
        meetings.add(_ids(contest), contest.ended_at)
    if contest.ais:
        steps += _rate_against_ais(contest, ladder_of_ai(seats=contest.seats), standings)
    return steps


def _ladders(contest: Contest) -> list[Ladder]:
    return ladders_of_people(
        seats=contest.seats, pace=contest.pace, edition_id=contest.edition_id, ended_at=contest.ended_at
    )


def _ids(contest: Contest) -> list[int]:
    return [part.user_id for part in contest.people if part.user_id is not None]


def _rate_people(contest: Contest, ladder: Ladder, standings: Standings, meetings: Meetings) -> list[Step]:
    """Pairs of people move both, whoever else sits there; nobody moves by who was hardly there."""
    players = {part: _contender(part, ladder, standings) for part in contest.people}
    moves = {
        part: sum(
            pair_change(player, other, contest.seats, meetings.lately(part.user_id, there.user_id, contest.ended_at))
            for there, other in players.items()
            if there is not part and there.was_there
        )
        for part, player in players.items()
    }
    return [_step(contest, part, ladder, players[part], change, standings) for part, change in moves.items()]


def _rate_against_ais(contest: Contest, ladder: Ladder, standings: Standings) -> list[Step]:
    """Pairs of a person and an AI move the person; a level is an anchor that stays where it was measured."""
    anchors = [Contender(contest.anchors[part.level], 0, part.standing) for part in contest.ais]
    steps = []
    for part in contest.people:
        player = _contender(part, ladder, standings)
        change = change_against(player, anchors, contest.seats)
        steps.append(_step(contest, part, ladder, player, change, standings))
    return steps


def _contender(part: Part, ladder: Ladder, standings: Standings) -> Contender:
    assert part.user_id is not None
    stand = standings.get((part.user_id, ladder.slug), Stand())
    return Contender(stand.value, stand.matches, part.standing)


def _step(contest: Contest, part: Part, ladder: Ladder, player: Contender, change: int, standings: Standings) -> Step:
    assert part.user_id is not None
    after = Stand(player.rating + change, player.matches + 1)
    standings[part.user_id, ladder.slug] = after
    return Step(
        match_id=contest.match_id,
        user_id=part.user_id,
        ladder=ladder.slug,
        ended_at=contest.ended_at,
        number=after.matches,
        standing=part.standing,
        k=player.k,
        before=player.rating,
        after=after.value,
    )
