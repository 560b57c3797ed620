"""What is known of the rounds of a tournament: outcomes, standings, who met whom."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from django.db.models import Q

from accounts.models import Block
from games.models import Entrant, LeaguePlace, RoundSeat, Tournament
from games.tournaments.pairing import Past
from games.tournaments.scoring import EntrantStanding, RoundOutcome, standings


def seats_in(tournament: Tournament, season: int = 1) -> list[RoundSeat]:
    """Return all seats of people in the rounds of a season, by round."""
    seats = RoundSeat.objects.filter(round__tournament=tournament, round__season=season, entrant__isnull=False)
    return list(seats.select_related("round").order_by("round__number", "table", "number"))


def standings_of(tournament: Tournament, season: int = 1, division: int = 0) -> list[EntrantStanding]:
    """Rank all who take or took part; who was disqualified stands nowhere."""
    return ranked(tournament, entrants_of(tournament, season, division), seats_in(tournament, season))


def ranked(tournament: Tournament, entrants: Iterable[Entrant], seats: Sequence[RoundSeat]) -> list[EntrantStanding]:
    """Rank these by what the seats brought them."""
    lots = {entrant.pk: entrant.lot for entrant in entrants}
    return standings(tournament.form, lots, [one for one in outcomes(seats) if one.entrant in lots])


def entrants_of(tournament: Tournament, season: int = 1, division: int = 0) -> list[Entrant]:
    """Return everybody who stands in the table, of a league in that division."""
    people = tournament.entrants.exclude(status__in=[Entrant.Status.INVITED, Entrant.Status.DISQUALIFIED])
    if division:
        people = people.filter(league_places__season=season, league_places__division=division)
    # Who withdrew before anything was played was never there.
    people = people.filter(Q(status=Entrant.Status.ENTERED) | Q(round_seats__isnull=False)).distinct()
    return list(people.select_related("user").order_by("lot", "pk"))


def outcomes(seats: Sequence[RoundSeat]) -> list[RoundOutcome]:
    """Return what each round brought everybody, as far as it is known."""
    at_table: dict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if seat.table_id is not None and seat.entrant_id is not None:
            at_table[seat.table_id].append(seat.entrant_id)
    return [
        RoundOutcome(
            entrant=seat.entrant_id,
            round=seat.round.number,
            half_points=seat.half_points,
            score=0 if seat.was_absent else seat.score or 0,
            won=seat.place == 1 and not seat.was_absent,
            met=tuple(other for other in at_table[seat.table_id or 0] if other != seat.entrant_id),
        )
        for seat in seats
        if seat.half_points is not None and seat.entrant_id is not None
    ]


def past_of(tournament: Tournament, season: int) -> Past:
    """Return what earlier rounds, and people's blocks, ask of the next pairing; a season of a league begins anew."""
    seats = RoundSeat.objects.filter(round__tournament=tournament, round__season=season, entrant__isnull=False)
    rows = list(seats.values_list("table", "entrant", "number"))
    tables: dict[int, list[int]] = defaultdict(list)
    for table, entrant, _seat in rows:
        if table is not None:
            tables[table].append(entrant)
    return Past(
        met=Counter(frozenset(pair) for people in tables.values() for pair in combinations(people, 2)),
        apart=_kept_apart(tournament),
        byes=Counter(entrant for table, entrant, _seat in rows if table is None),
        held=Counter((entrant, seat) for table, entrant, seat in rows if table is not None),
    )


def _kept_apart(tournament: Tournament) -> frozenset[frozenset[int]]:
    """Return the pairs of entrants of whom one keeps the other away."""
    entrants = dict(tournament.entrants.values_list("user", "pk"))
    blocks = Block.objects.filter(blocker__in=entrants, blocked__in=entrants).values_list("blocker", "blocked")
    return frozenset(frozenset((entrants[one], entrants[other])) for one, other in blocks)


def divisions_of(tournament: Tournament, season: int) -> dict[int, list[int]]:
    """Return the entrants of each division of a league's season, the highest first; what is no league has none."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = LeaguePlace.objects.filter(entrant__tournament=tournament, season=season)
    for division, entrant in rows.order_by("division", "entrant__lot", "entrant").values_list("division", "entrant"):
        found[division].append(entrant)
    return dict(found)
