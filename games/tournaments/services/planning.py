"""Pairing a round: who sits where, written down before it begins. The caller always holds the lock."""

from datetime import datetime
from secrets import randbelow

from accounts.models import BANS, Sanction
from accounts.sanctions.selectors import sanction_on
from games.models import Entrant, LeaguePlace, RoundSeat, RoundTable, Tournament, TournamentRound
from games.tournaments.notices import tell_round
from games.tournaments.pairing import Pairing, Past, ai_seats, pair_evenly, pair_swiss, seat_people
from games.tournaments.scoring import bye_points
from games.tournaments.selectors.results import divisions_of, past_of, standings_of

# Of two people the deals cannot be compared, and one alone has nobody to meet.
LEAST_ENTRANTS = 2


def draw_lots(tournament: Tournament) -> None:
    """Draw who comes first where nothing else parts people."""
    people = list(tournament.entrants.filter(status=Entrant.Status.ENTERED))
    keyed = sorted(people, key=lambda entrant: (randbelow(2**32), entrant.pk))
    for lot, entrant in enumerate(keyed, start=1):
        entrant.lot = lot
    Entrant.objects.bulk_update(keyed, ["lot"])


def plan_round(tournament: Tournament, number: int, starts_at: datetime) -> TournamentRound:
    """Pair a round once; asked again, it is the same."""
    planned, is_new = TournamentRound.objects.get_or_create(
        tournament=tournament,
        number=number,
        defaults={"starts_at": starts_at, "season": tournament.season_of(number)},
    )
    if is_new:
        _pair(tournament, planned)
        tell_round(tournament, planned)
    return planned


def plan_again(tournament: Tournament) -> None:
    """Pair a round anew that has not begun, since somebody came or went."""
    planned = tournament.round_set.filter(status=TournamentRound.Status.PLANNED).first()
    if planned is None:
        return
    planned.seats.all().delete()
    planned.tables.all().delete()
    _pair(tournament, planned)
    tell_round(tournament, planned)


def rest_barred(tournament: Tournament) -> bool:
    """Pair nobody who is banned, or barred from the rated play it is, before they say that they are back."""
    suspects = tournament.entrants.filter(status=Entrant.Status.ENTERED, is_away=False, user__under_sanction=True)
    kinds = (*BANS, Sanction.Kind.UNRATED) if tournament.rated else BANS
    barred = [entrant.pk for entrant in suspects.select_related("user") if sanction_on(entrant.user, *kinds)]
    return bool(Entrant.objects.filter(pk__in=barred).update(is_away=True))


def paired_entrants(tournament: Tournament) -> dict[int, Entrant]:
    """Return everybody who is to be paired: who takes part and is not away."""
    people = tournament.entrants.filter(status=Entrant.Status.ENTERED, is_away=False)
    return {entrant.pk: entrant for entrant in people}


def has_enough(tournament: Tournament) -> bool:
    """Tell whether it can begin: deals are compared between two tables at least."""
    least = tournament.seats + 1 if tournament.is_duplicate else LEAST_ENTRANTS
    return len(paired_entrants(tournament)) >= least


def _pair(tournament: Tournament, planned: TournamentRound) -> None:
    present, past = paired_entrants(tournament), past_of(tournament, planned.season)
    if not tournament.is_league:
        _write(tournament, planned, _pairing(tournament, list(present), planned.season, 0, past), past, 0)
        return
    for division, people in divisions_of(tournament, planned.season).items():
        here = [entrant for entrant in people if entrant in present]
        _write(tournament, planned, _pairing(tournament, here, planned.season, division, past), past, division)


def _pairing(tournament: Tournament, people: list[int], season: int, division: int, past: Past) -> Pairing:
    """Return who meets; fewer than two have a bye."""
    if len(people) < LEAST_ENTRANTS:
        return Pairing((), tuple(people))
    table = [row for row in standings_of(tournament, season, division) if row.entrant in people]
    order = [row.entrant for row in table]
    if tournament.is_duplicate:
        return pair_evenly(order, tournament.seats, past)
    # A league is no race: everybody meets everybody, whatever they have won so far.
    points = {} if tournament.is_league else {row.entrant: row.half_points for row in table}
    order = sorted(order, key=people.index) if tournament.is_league else order
    return pair_swiss(order, points, tournament.seats, past)


def _write(tournament: Tournament, planned: TournamentRound, pairing: Pairing, past: Past, division: int) -> None:
    """Write tables and seats down; AIs sit where people are missing, and a bye is a seat at no table."""
    seats = []
    first = planned.tables.count() + 1
    for number, people in enumerate(pairing.tables, start=first):
        table = RoundTable.objects.create(round=planned, number=number, division=division)
        by_ai = ai_seats(tournament.seats - len(people), tournament.seats, planned.number)
        free = [seat for seat in range(tournament.seats) if seat not in by_ai]
        sitting = seat_people(people, free, past)
        seats += [
            RoundSeat(round=planned, table=table, number=seat, entrant_id=sitting.get(seat))
            for seat in range(tournament.seats)
        ]
    won = bye_points(tournament.seats)
    seats += [RoundSeat(round=planned, entrant_id=entrant, half_points=won) for entrant in pairing.byes]
    RoundSeat.objects.bulk_create(seats)


def place_in_divisions(tournament: Tournament, season: int) -> None:
    """Make the divisions of a season once: by lot at first, then as the season before it ended."""
    if not tournament.is_league or LeaguePlace.objects.filter(entrant__tournament=tournament, season=season).exists():
        return
    people = tournament.entrants.filter(status=Entrant.Status.ENTERED, is_away=False).order_by(
        "lot", "entered_at", "pk"
    )
    known = set(people.values_list("pk", flat=True))
    order = [entrant for entrant in _moved(tournament, season - 1) if entrant in known]
    order += [entrant for entrant in people.values_list("pk", flat=True) if entrant not in order]
    size = tournament.division_size
    LeaguePlace.objects.bulk_create(
        LeaguePlace(entrant_id=entrant, season=season, division=division)
        for division, members in enumerate(split(order, size), start=1)
        for entrant in members
    )


def take_up_place(tournament: Tournament, entrant: Entrant) -> None:
    """Let who was away when a season began into it: into the division they had before, or the last one."""
    latest = tournament.round_set.order_by("-number").first()
    places = {row.season: row for row in LeaguePlace.objects.filter(entrant=entrant)}
    if latest is None or not places or latest.season in places:
        return
    divisions = divisions_of(tournament, latest.season)
    had = places[max(places)].division
    division = had if had in divisions else max(divisions, default=1)
    LeaguePlace.objects.create(entrant=entrant, season=latest.season, division=division)


def split(order: list[int], size: int) -> list[list[int]]:
    """Cut people into divisions of that size; a last one too small for a table joins the one above it."""
    parts = [order[begin : begin + size] for begin in range(0, len(order), size)]
    if len(parts) > 1 and len(parts[-1]) < max(2, size // 2):
        last = parts.pop()
        parts[-1] += last
    return parts


def _moved(tournament: Tournament, season: int) -> list[int]:
    """Return everybody in the order of the next season: the best of a division change places with the last above."""
    tables = [
        [row.entrant for row in standings_of(tournament, season, division)]
        for division in divisions_of(tournament, season)
    ]
    return [entrant for table in promote(tables, tournament.movers) for entrant in table]


def promote(tables: list[list[int]], movers: int) -> list[list[int]]:
    """Let the best of each division change places with the last of the one above it."""
    moved = [list(table) for table in tables]
    for upper, lower in zip(range(len(tables)), range(1, len(tables)), strict=False):
        count = min(movers, len(tables[upper]) // 2, len(tables[lower]) // 2)
        down, up = tables[upper][len(tables[upper]) - count :], tables[lower][:count]
        moved[upper] = [entrant for entrant in moved[upper] if entrant not in down] + up
        moved[lower] = down + [entrant for entrant in moved[lower] if entrant not in up]
    return moved
