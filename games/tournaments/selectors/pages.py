"""Everything the pages of tournaments show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from accounts.people.name_badges import add_badges
from games.models import Entrant, RoundSeat, RoundTable, Tournament, TournamentRound
from games.play.selectors.visibility import Viewer
from games.tournaments.scoring import EntrantStanding
from games.tournaments.selectors.deals import WIDEST, ComparedDeal, compared_lots, deal_of
from games.tournaments.selectors.people import Who, who_enters
from games.tournaments.selectors.results import divisions_of, entrants_of, ranked, seats_in
from games.tournaments.selectors.rounds import current_round, last_over, own_rounds, round_page, strip_of
from games.tournaments.services.locking import may_manage

# So many are listed of those that are over.
LISTED_PAST = 30


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Where somebody stands, round by round; `best` marks rounds in which nobody could have had more."""

    who: Who
    standing: EntrantStanding
    rounds: tuple[tuple[int | None, bool], ...]
    is_away: bool
    has_withdrawn: bool


@dataclass(frozen=True, slots=True)
class Division:
    """A table of the standings; what is no league has one without a number."""

    number: int
    rows: tuple[StandingRow, ...]
    up: int = 0  # so many of its first go up, and of its last down, after the season
    down: int = 0

    @property
    def own(self) -> StandingRow | None:
        return next((row for row in self.rows if row.who.is_me), None)


def tournaments_of(viewer: Viewer) -> dict[str, QuerySet[Tournament]]:
    """Return what is to come, what runs and what is over."""
    entered = Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED), distinct=True)
    mine = Count("entrants", filter=Q(entrants__user=_pk(viewer) or 0), distinct=True)
    every = Tournament.objects.select_related("host").annotate(entered=entered, mine=mine)
    over = (Tournament.Status.FINISHED, Tournament.Status.CALLED_OFF)
    return {
        "coming": every.filter(status=Tournament.Status.OPEN).order_by("starts_at", "pk"),
        "running": every.filter(status=Tournament.Status.RUNNING).order_by("-started_at", "pk"),
        "past": every.filter(status__in=over).order_by("-finished_at", "-pk")[:LISTED_PAST],
    }


def lobby_tournaments(viewer: Viewer, most: int = 3) -> list[Tournament]:
    """Return what the lobby tells of, by one query: where the viewer takes part, and what comes soonest."""
    mine = Q(status=Tournament.Status.RUNNING, entrants__user=_pk(viewer) or 0)
    entered = Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED), distinct=True)
    found = Tournament.objects.filter(mine | Q(status=Tournament.Status.OPEN)).annotate(entered=entered)
    return list(found.order_by("starts_at", "pk")[:most])


def page_of(tournament: Tournament, viewer: Viewer) -> dict[str, Any]:
    """Return all that the page of a tournament shows, before, during and after it."""
    reader = _pk(viewer)
    season = _season(tournament)
    divisions = standings_rows(tournament, season, reader)
    now, last, strip = current_round(tournament), last_over(tournament), strip_of(tournament, reader)
    done = sum(cell.is_over for cell in strip)
    deal = deal_of(last, reader) if last is not None and tournament.is_duplicate else None
    return {
        "tournament": tournament,
        "entrant": tournament.entrants.filter(user=reader or 0).first(),
        "may_manage": may_manage(tournament, viewer),
        "strip": strip,
        "done": done,
        "divisions": divisions,
        "own": next((row for division in divisions if (row := division.own)), None),
        "now": round_page(tournament, now, reader) if now is not None else None,
        "last": round_page(tournament, last, reader) if last is not None and deal is None else None,
        "deal": deal,
        "lots": _widest(deal),
        "own_rounds": own_rounds(tournament, reader),
        "season": season,
        "most_points": _most_points(tournament, done),
        "players": sum(len(division.rows) for division in divisions),
        **_people(tournament, reader),
    }


def _widest(deal: ComparedDeal | None) -> list[Any]:
    return compared_lots(deal, WIDEST) if deal is not None else []


def _people(tournament: Tournament, reader: int | None) -> dict[str, Any]:
    """Return who has entered and who was asked, while it has not begun."""
    if not tournament.is_open:
        return {}
    everybody = list(tournament.entrants.select_related("user").order_by("entered_at", "pk"))
    add_badges(entrant.user for entrant in everybody)
    entered = [who_enters(one, reader) for one in everybody if one.is_in]
    invited = [who_enters(one, reader) for one in everybody if one.status == Entrant.Status.INVITED]
    return {"entered": entered, "invited": invited}


def standings_rows(tournament: Tournament, season: int, reader: int | None) -> list[Division]:
    """Return the standings as rows, of a league by division."""
    if tournament.is_open:
        return []
    # Of a deal under way nobody learns who leads.
    seats = [one for one in seats_in(tournament, season) if one.round.is_over or not tournament.is_duplicate]
    places = sorted(divisions_of(tournament, season)) or [0]
    return [_division(tournament, season, number, places, seats, reader) for number in places]


def _division(
    tournament: Tournament,
    season: int,
    number: int,
    places: Sequence[int],
    seats: Sequence[RoundSeat],
    reader: int | None,
) -> Division:
    people = {entrant.pk: entrant for entrant in entrants_of(tournament, season, number)}
    add_badges(entrant.user for entrant in people.values())
    table = ranked(tournament, people.values(), seats)
    numbers, best = sorted({seat.round.number for seat in seats if seat.round.is_over}), _best_by_round(table)
    rows = tuple(_standing_row(row, people[row.entrant], numbers, best, reader) for row in table)
    movers = min(tournament.movers, len(rows) // 2) if tournament.is_league else 0
    return Division(number, rows, movers * (number > places[0]), movers * (number < places[-1]))


def _best_by_round(table: list[EntrantStanding]) -> dict[int, int]:
    best: dict[int, int] = {}
    for row in table:
        for number, points in row.by_round.items():
            best[number] = max(best.get(number, 0), points)
    return best


def _standing_row(
    row: EntrantStanding, entrant: Entrant, numbers: list[int], best: dict[int, int], reader: int | None
) -> StandingRow:
    rounds = tuple(
        (points, bool(points) and points == best.get(number))
        for number in numbers
        for points in [row.by_round.get(number)]
    )
    withdrawn = entrant.status == Entrant.Status.WITHDRAWN
    return StandingRow(who_enters(entrant, reader), row, rounds, entrant.is_away, withdrawn)


def _season(tournament: Tournament) -> int:
    latest = tournament.round_set.order_by("-number").values_list("season", flat=True).first()
    return latest or 1


def _most_points(tournament: Tournament, rounds: int) -> int:
    """Return the most that could have been won so far, in half points."""
    if tournament.is_duplicate:
        over = RoundTable.objects.filter(round__tournament=tournament, round__status=TournamentRound.Status.OVER)
        return 2 * (over.count() - rounds)
    return 2 * (tournament.seats - 1) * rounds


def _pk(viewer: Viewer) -> int | None:
    return viewer.pk if isinstance(viewer, User) else None
