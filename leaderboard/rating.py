"""What a match does to the ratings of those who played it: the one computation, for a match that has just ended and
for a whole history. A result is rated by what its people decided."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from leaderboard.elo import START, RatedPlayer, change_against, pair_change
from leaderboard.ladders import Ladder, ladder_of_ai, ladder_of_bots, ladders_of_people
from leaderboard.meetings import Meetings

# Whoever gave up, or let the AI decide more than its share, is behind everybody who did not, whatever the AI in their
# seat still made of it.
LAST: Final = 9
# Whoever decided less often has not met the others: nobody wins or loses anything by them, and without two who did a
# match does not count among people. It is half of the first quarter: longer than a click or two of an account that was
# made to lose, and too early for anybody to know how the match will end and leave for nothing.
OPENING: Final = 8


class SeatResult(NamedTuple):
    """A seat's result: an account or an AI level, where the match left them, and how often they decided themselves."""

    user_id: int | None
    level: str
    standing: int
    decided: int = OPENING
    is_bot: bool = False

    @property
    def was_there(self) -> bool:
        return self.decided >= OPENING


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A rated match, as far as ratings look at it. `anchors` tells how strong its AI levels are held to be."""

    match_id: int
    ended_at: datetime
    pace: str
    edition_id: str
    results: tuple[SeatResult, ...]
    anchors: dict[str, int]

    @property
    def seats(self) -> int:
        return len(self.results)

    @property
    def people(self) -> list[SeatResult]:
        return [seat for seat in self.accounts if not seat.is_bot]

    @property
    def accounts(self) -> list[SeatResult]:
        """People and bots: whoever has a rating."""
        return [seat for seat in self.results if seat.user_id is not None]

    @property
    def has_bots(self) -> bool:
        return any(seat.is_bot for seat in self.results)

    @property
    def counts_among_people(self) -> bool:
        """Whether two people at least have really played."""
        return sum(seat.was_there for seat in self.people) > 1

    @property
    def ais(self) -> list[SeatResult]:
        return [seat for seat in self.results if seat.user_id is None]


class LadderRating(NamedTuple):
    """Where somebody stands on a ladder."""

    value: int = START
    matches: int = 0


LadderRatings = dict[tuple[int, str], LadderRating]


class Change(NamedTuple):
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


def rate(match: RatedMatch, ratings: LadderRatings, meetings: Meetings) -> list[Change]:
    """Move everybody who played, on every ladder the match counts on, and tell each step."""
    changes = []
    if match.counts_among_people:
        for ladder in _ladders(match):
            changes += _rate_pairs(match, match.people, ladder, ratings, meetings)
        meetings.add(_ids(match), match.ended_at)
    if match.has_bots:
        changes += _rate_pairs(match, match.accounts, ladder_of_bots(seats=match.seats), ratings, meetings)
    if match.ais:
        changes += _rate_against_ais(match, ladder_of_ai(seats=match.seats), ratings)
    return changes


def _ladders(match: RatedMatch) -> list[Ladder]:
    return ladders_of_people(seats=match.seats, pace=match.pace, edition_id=match.edition_id, ended_at=match.ended_at)


def _ids(match: RatedMatch) -> list[int]:
    return [seat.user_id for seat in match.people if seat.user_id is not None]


def _rate_pairs(
    match: RatedMatch, seats: list[SeatResult], ladder: Ladder, ratings: LadderRatings, meetings: Meetings
) -> list[Change]:
    """Pairs of these move both, whoever else sits there; nobody moves by who was hardly there."""
    players = {seat: _player(seat, ladder, ratings) for seat in seats}
    moves = {
        seat: sum(
            pair_change(player, other, match.seats, meetings.lately(seat.user_id, there.user_id, match.ended_at))
            for there, other in players.items()
            if there is not seat and there.was_there
        )
        for seat, player in players.items()
    }
    return [_change(match, seat, ladder, players[seat], change, ratings) for seat, change in moves.items()]


def _rate_against_ais(match: RatedMatch, ladder: Ladder, ratings: LadderRatings) -> list[Change]:
    """Pairs of a person and an AI move the person; a level is an anchor that stays where it was measured."""
    anchors = [RatedPlayer(match.anchors[seat.level], 0, seat.standing) for seat in match.ais]
    changes = []
    for seat in match.people:
        player = _player(seat, ladder, ratings)
        change = change_against(player, anchors, match.seats)
        changes.append(_change(match, seat, ladder, player, change, ratings))
    return changes


def _player(seat: SeatResult, ladder: Ladder, ratings: LadderRatings) -> RatedPlayer:
    assert seat.user_id is not None
    rating = ratings.get((seat.user_id, ladder.slug), LadderRating())
    return RatedPlayer(rating.value, rating.matches, seat.standing)


def _change(
    match: RatedMatch, seat: SeatResult, ladder: Ladder, player: RatedPlayer, points: int, ratings: LadderRatings
) -> Change:
    assert seat.user_id is not None
    after = LadderRating(player.rating + points, player.matches + 1)
    ratings[seat.user_id, ladder.slug] = after
    return Change(
        match_id=match.match_id,
        user_id=seat.user_id,
        ladder=ladder.slug,
        ended_at=match.ended_at,
        number=after.matches,
        standing=seat.standing,
        k=player.k,
        before=player.rating,
        after=after.value,
    )
