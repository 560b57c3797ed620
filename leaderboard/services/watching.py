"""Patterns in rated matches that moderators should look at: the site reports them by itself, and judges nobody."""

from datetime import datetime, timedelta
from itertools import combinations, permutations
from typing import Final

from django.db.models import F, QuerySet

from accounts.models import DeviceSighting, Sighting, User
from games.models import Match, Report, Seat
from games.models.seat import ABSENT
from games.moderation.services.reports import flag
from leaderboard.rating import LAST, OPENING
from leaderboard.selectors.matches import rated_matches

WINDOW: Final = timedelta(days=30)
# What moderators found to be nothing is not shown to them again for so long.
QUIET: Final = timedelta(days=90)
# Once is an accident, a visit, a bad evening; what happens again is a pattern.
EARLY_LEAVES: Final = 2
NETWORK_MEETINGS: Final = 2
# Nearly all of four matches or more go to the same of two, and most of them without a fight.
FED_MEETINGS: Final = 4
FED_SHARE: Final = 90  # of a hundred
FEEBLE_SHARE: Final = 50


def watch(match: Match) -> None:
    """Look at a rated match that is over, and back from it as far as it matters."""
    # By person, whoever sat where: two matches of the same people lock the same reports in one order, and neither waits
    # for the other for ever.
    seats = [seat for seat in match.seats.select_related("user").order_by("user_id") if seat.user_id is not None]
    for seat in seats:
        if _left_early(seat):
            _watch_leaver(match, _owner(seat))
    for one, other in combinations(seats, 2):
        _watch_accounts(match, _owner(one), _owner(other))
    for winner, loser in permutations(seats, 2):
        if _standing(winner) < _standing(loser):
            _watch_feeding(match, _owner(winner), _owner(loser))


def _watch_leaver(match: Match, user: User) -> None:
    """Somebody who again and again leaves before a match has got going."""
    pattern = f"opening/{user.pk}"
    seats = seats_since(pattern, match).filter(ABSENT, user=user, decisions__lt=F("decisions_by_ai") + OPENING)
    left = list(seats.order_by("match").values_list("match", flat=True))
    if len(left) < EARLY_LEAVES:
        return
    evidence = {"matches": left, "opening": OPENING, "days": WINDOW.days}
    flag(pattern=pattern, kind=Report.Kind.STALLING, about=user, match=match, signal="opening", evidence=evidence)


def _watch_accounts(match: Match, one: User, other: User) -> None:
    """Two who play rated matches against each other from one household or one device. Neither is told."""
    pattern = "network/{}/{}".format(*sorted([one.pk, other.pk]))
    met = [mine.match_id for mine, _ in meetings(pattern, match, one, other)]
    if len(met) < NETWORK_MEETINGS:
        return
    network = _share(Sighting, "network", one, other, match)
    device = _share(DeviceSighting, "device", one, other, match)
    if network or device:
        flag(
            pattern=pattern,
            kind=Report.Kind.ACCOUNTS,
            about=one,
            also_about=other,
            match=match,
            signal="accounts",
            evidence={"matches": met, "days": WINDOW.days, "network": network, "device": device},
        )


def _watch_feeding(match: Match, winner: User, loser: User) -> None:
    """Somebody who is ahead of another in nearly all of their matches, mostly without a fight."""
    pattern = feeding_pattern(winner, loser)
    met = meetings(pattern, match, winner, loser)
    ahead = [(mine, theirs) for mine, theirs in met if _standing(mine) < _standing(theirs)]
    feeble = sum(_is_feeble(mine, theirs) for mine, theirs in ahead)
    if len(met) < FED_MEETINGS or 100 * len(ahead) < FED_SHARE * len(met) or 100 * feeble < FEEBLE_SHARE * len(met):
        return
    flag(
        pattern=pattern,
        kind=Report.Kind.COLLUSION,
        about=winner,
        also_about=loser,
        match=match,
        signal="results",
        evidence={
            "matches": [mine.match_id for mine, _ in met],
            "days": WINDOW.days,
            "ahead": len(ahead),
            "feeble": feeble,
        },
    )


def feeding_pattern(gains: User, gives: User) -> str:
    """Name the pattern of two of whom one helps the other, whether results or moves tell it: it is one report."""
    return f"feeding/{gains.pk}/{gives.pk}"


def seats_since(pattern: str, match: Match) -> QuerySet[Seat]:
    """Seats in rated matches up to this one, of which moderators have not judged yet."""
    matches = rated_matches().filter(finished_at__gt=_since(pattern, match), finished_at__lte=match.finished_at)
    return Seat.objects.filter(match__in=matches.values("pk"))


def _since(pattern: str, match: Match) -> datetime:
    assert match.finished_at is not None
    begin = match.finished_at - WINDOW
    judged = Report.objects.filter(pattern=pattern, closed_at__isnull=False).order_by("-closed_at").first()
    if judged is None or judged.closed_at is None:
        return begin
    return max(begin, judged.closed_at + (QUIET if judged.outcome == Report.Outcome.NOTHING else timedelta()))


def meetings(pattern: str, match: Match, one: User, other: User) -> list[tuple[Seat, Seat]]:
    """Return the seats of both in every rated match that they played together lately."""
    seats = seats_since(pattern, match).order_by("match")
    theirs = {seat.match_id: seat for seat in seats.filter(user=other)}
    return [(seat, theirs[seat.match_id]) for seat in seats.filter(user=one) if seat.match_id in theirs]


def _share(model: type[Sighting] | type[DeviceSighting], field: str, one: User, other: User, match: Match) -> bool:
    """Tell whether both were seen at one place lately."""
    assert match.finished_at is not None
    lately = model.objects.filter(last_at__gt=match.finished_at - WINDOW)
    return lately.filter(user=one, **{f"{field}__in": lately.filter(user=other).values(field)}).exists()


def _left_early(seat: Seat) -> bool:
    return bool(seat.absence) and seat.decisions - seat.decisions_by_ai < OPENING


def _is_feeble(mine: Seat, theirs: Seat) -> bool:
    """Tell whether the other one hardly tried: gone, or with less than half of the points."""
    return bool(theirs.absence) or 2 * (theirs.score or 0) < (mine.score or 0)


def _standing(seat: Seat) -> int:
    return LAST if seat.absence or seat.place is None else seat.place


def _owner(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user
