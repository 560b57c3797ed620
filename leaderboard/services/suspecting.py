"""What the moves of several rated matches tell together: reported to moderators with the moves and how often it errs.

Nobody is judged here. From three common matches on a pair is looked at, and a person from three matches on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from accounts.models import User
from games.fair_play.answers import LotOffer, Pick, SeatAnswers
from games.fair_play.figures import (
    SEATS,
    Yardstick,
    feeding_yardstick,
    honest_play,
    learned_rates,
    likeness_yardstick,
    size_of,
    timing_yardstick,
)
from games.fair_play.likeness import HARD, likeness
from games.fair_play.timing import TimedAnswer, read_times
from games.models import Match, Report, Seat
from games.moderation.services.reports import flag
from leaderboard.models import Inspection
from leaderboard.services.watching import WINDOW, feeding_pattern, meetings, seats_since

FEWEST: Final = 3
MOST: Final = 10
MOVES_SHOWN: Final = 8
# A lot was clearly worth going on for from this margin on: half as much again as its price.
CLEAR: Final = 0.4
# A tile was clearly the worse one from so many points on.
CLEARLY_WORSE: Final = 1.0


class Meeting(NamedTuple):
    """A match as one of a pair played it: their answers, and where the other one sat."""

    match_id: int
    answers: SeatAnswers
    rival: int


class HelpingWay(NamedTuple):
    """One of the two ways in which a pair may help: who whom, in which matches, and how likely that is."""

    giver: User
    taker: User
    met: list[Meeting]
    odds: float
    yardstick: Yardstick


def suspect(match: Match) -> None:
    """Look at everybody in a match that was just read, and back from it as far as it matters."""
    read = Inspection.objects.get(match=match).content
    # By person, as in watching.py: reports are locked in one order.
    people = [seat for seat in match.seats.select_related("user").order_by("user_id") if str(seat.number) in read]
    _suspect_pairs(match, [seat.user for seat in people if seat.user is not None])
    for seat in people:
        assert seat.user is not None
        _suspect_likeness(match, seat.user)


def _suspect_pairs(match: Match, people: Sequence[User]) -> None:
    """Look who answers as if to help another, rather than as if playing badly.

    Who helps one looks a little like helping others, too: of everybody only the likeliest way is shown, and of a pair.
    """
    ways = [found for pair in permutations(people, 2) if (found := _look_at(match, *pair)) is not None]
    for way in sorted(_likeliest(ways), key=lambda found: (found.taker.pk, found.giver.pk)):
        _show(match, way)


def _likeliest(ways: Sequence[HelpingWay]) -> Iterator[HelpingWay]:
    """Yield what is surely more than chance: of everybody, and of a pair, the likeliest way."""
    givers: set[User] = set()
    pairs: set[frozenset[User]] = set()
    for way in sorted(ways, key=lambda found: -found.odds):
        pair = frozenset((way.giver, way.taker))
        if way.odds > way.yardstick.threshold and way.giver not in givers and pair not in pairs:
            givers.add(way.giver)
            pairs.add(pair)
            yield way


def _show(match: Match, way: HelpingWay) -> None:
    evidence = {
        "matches": [meeting.match_id for meeting in way.met],
        "days": WINDOW.days,
        "odds": round(way.odds, 1),
        "wrong": way.yardstick.wrong,
        "wrong_at_most": way.yardstick.wrong_at_most,
        **_went_on(way.met),
        "moves": sorted(_moves(way.met), key=lambda move: -move["cost"])[:MOVES_SHOWN],
    }
    flag(
        pattern=feeding_pattern(way.taker, way.giver),
        kind=Report.Kind.COLLUSION,
        about=way.taker,
        also_about=way.giver,
        match=match,
        signal="moves",
        evidence=evidence,
    )


def _look_at(match: Match, giver: User, taker: User) -> HelpingWay | None:
    """Return how it looks that one helps the other; None where they have met too seldom."""
    met = _meetings(feeding_pattern(taker, giver), match, giver, taker)
    if len(met) < FEWEST:
        return None
    odds = honest_play(match.size).suspicion([(meeting.answers, meeting.rival) for meeting in met], match.size)
    return HelpingWay(giver, taker, met, odds, feeding_yardstick(match.size, len(met)))


def _meetings(pattern: str, match: Match, giver: User, taker: User) -> list[Meeting]:
    """Return the latest matches of both at tables of this size that were read."""
    seats = meetings(pattern, match, giver, taker)
    alike = [one for one in SEATS if size_of(one) == size_of(match.size)]
    played = Inspection.objects.filter(match__in=[mine.match_id for mine, _ in seats], match__size__in=alike)
    read, found = played.in_bulk(), []
    for mine, theirs in seats:
        kept = read[mine.match_id].content.get(str(mine.number)) if mine.match_id in read else None
        if kept:
            found.append(Meeting(mine.match_id, answers_in(kept), theirs.number))
    return found[-MOST:]


def answers_in(kept: dict[str, Any]) -> SeatAnswers:
    """Return what is kept of a seat as it was read."""
    offers = (LotOffer._make([*row[:-1], tuple(map(tuple, row[-1]))]) for row in kept["offers"])
    picks = (Pick(number, tuple(own), tuple(map(tuple, left)), chosen) for number, own, left, chosen in kept["picks"])
    return SeatAnswers(tuple(offers), tuple(picks))


def _went_on(met: Sequence[Meeting]) -> dict[str, int]:
    """Count how often somebody went on for a lot worth it, where the other one led or wanted it, and elsewhere."""
    counts = Counter[str]()
    for one in met:
        for offer in one.answers.offers:
            if offer.margin >= CLEAR:
                whom = "against" if _concerns(offer, one.rival) else "elsewhere"
                counts[whom] += 1
                counts[f"{whom}_on"] += offer.went_on
    return {name: counts[name] for name in ("against", "against_on", "elsewhere", "elsewhere_on")}


def _moves(met: Sequence[Meeting]) -> Iterator[dict[str, Any]]:
    """Yield what stands out: lots given up below their worth, tiles left, and money wasted where it is the rival's."""
    for one in met:
        for offer in one.answers.offers:
            cost = _cost(offer, one.rival)
            if cost:
                kind = "paid" if offer.went_on else "passed"
                sums = {"price": offer.price, "worth": max(round(offer.worth), 0), "cost": cost}
                yield {"match": one.match_id, "number": offer.number, "kind": kind, **sums}
        for pick in one.answers.picks:
            lost = max(pick.own) - pick.own[pick.chosen]
            best = pick.own.index(max(pick.own))
            given = pick.left[one.rival][pick.chosen] - pick.left[one.rival][best]
            if lost >= CLEARLY_WORSE and given >= CLEARLY_WORSE:
                points = {"lost": round(lost), "given": round(given), "cost": round(lost, 1)}
                yield {"match": one.match_id, "number": pick.number, "kind": "took", **points}


def _cost(offer: LotOffer, rival: int) -> float:
    """Return what an answer cost where it helped the rival; 0 where it did not."""
    if not offer.went_on:
        return round(offer.worth - offer.price, 1) if _concerns(offer, rival) and offer.margin >= CLEAR else 0.0
    return round(offer.price - offer.worth, 1) if offer.leader == rival and offer.margin <= -2 * CLEAR else 0.0


def _concerns(offer: LotOffer, rival: int) -> bool:
    return offer.leader == rival or any(seat == rival for seat, _ in offer.wants)


def _suspect_likeness(match: Match, person: User) -> None:
    """Somebody whose answers are a brain's, or whose times are a clock's."""
    pattern = f"likeness/{person.pk}"
    seats = list(seats_since(pattern, match).filter(user=person).order_by("-match__finished_at")[:MOST])
    read = Inspection.objects.filter(match__in=[seat.match_id for seat in seats]).in_bulk()
    found = {seat.match_id: answers for seat in seats if (answers := _agreements(read, seat))}
    if len(found) < FEWEST:
        return
    evidence = _likeness_evidence(found)
    if evidence["is_alike"] or (evidence["times"] and evidence["times"]["is_even"]):
        flag(pattern=pattern, kind=Report.Kind.PROGRAM, about=person, match=match, signal="likeness", evidence=evidence)


def _likeness_evidence(found: dict[int, list[Any]]) -> dict[str, Any]:
    """Return by what somebody's answers in these matches are measured, and how that comes out."""
    answers = [(kind, agrees, seconds) for row in found.values() for kind, agrees, seconds in row]
    hard = [agrees for kind, agrees, _ in answers if kind in HARD]
    yardstick = likeness_yardstick(len(found))
    odds = likeness(((kind, agrees) for kind, agrees, _ in answers), learned_rates())
    return {
        "matches": list(found),
        "days": WINDOW.days,
        "odds": round(odds, 1),
        "is_alike": odds > yardstick.threshold,
        "answers": len(answers),
        "agreed": sum(agrees for _, agrees, _ in answers),
        "hard": len(hard),
        "hard_agreed": sum(hard),
        "wrong": yardstick.wrong,
        "wrong_at_most": yardstick.wrong_at_most,
        "times": _times(TimedAnswer(seconds, kind in HARD) for kind, _, seconds in answers if seconds is not None),
    }


def _times(answers: Iterable[TimedAnswer]) -> dict[str, Any] | None:
    """Return how even they are; nothing where there are too few."""
    times, clock = read_times(answers), timing_yardstick()
    if times is None:
        return None
    return {**times._asdict(), "is_even": times.spread <= clock.threshold, "wrong": clock.wrong}


def _agreements(read: dict[int, Inspection], seat: Seat) -> list[Any]:
    row = read.get(seat.match_id)
    kept = row.content.get(str(seat.number)) if row else None
    return kept["agreements"] if kept else []
