"""The rounds of a tournament as its page shows them: the strip of all, the tables of one, one's own."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.people.name_badges import add_badges
from games.edition_words import words_of
from games.engine import draw_studios, load_edition
from games.engine.edition import QUARTERS
from games.models import Match, RoundSeat, RoundTable, Seat, Tournament, TournamentRound
from games.tournaments.selectors.people import Who, who_sits
from games.tournaments.services.playing import is_over


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round in the strip. `half_points` are the reader's, where they played it and it is over."""

    number: int
    stage: str  # past, now, next
    half_points: int | None
    starts_at: datetime | None
    is_planned: bool
    is_over: bool


@dataclass(frozen=True, slots=True)
class PairedSeat:
    """A seat of a table: who has it, which studio that is, and how it ended."""

    who: Who
    studio: int | None
    score: int | None
    half_points: int | None
    was_absent: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of a round, with the way there for whoever may see it."""

    letter: str
    division: int
    seats: tuple[PairedSeat, ...]
    url: str
    is_mine: bool
    is_over: bool
    has_result: bool
    stand: str  # how far its match is


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with its tables, and who has a bye."""

    round: TournamentRound
    tables: tuple[TableCard, ...]
    byes: tuple[Who, ...]

    @property
    def own(self) -> TableCard | None:
        return next((table for table in self.tables if table.is_mine), None)

    @property
    def done(self) -> int:
        return sum(table.is_over for table in self.tables)


@dataclass(frozen=True, slots=True)
class OwnRound:
    """What a round brought the reader."""

    number: int
    letter: str
    studio: int | None
    score: int | None
    place: int | None
    half_points: int
    was_absent: bool


def strip_of(tournament: Tournament, reader: int | None) -> list[RoundCell]:
    """Return every round there is and will be."""
    known = {one.number: one for one in tournament.round_set.all()}
    seats = RoundSeat.objects.filter(round__tournament=tournament, entrant__user=reader or 0)
    points = dict(seats.values_list("round__number", "half_points"))
    cells = []
    for number in range(1, tournament.all_rounds + 1):
        one = known.get(number)
        over = one is not None and one.is_over
        cells.append(
            RoundCell(
                number=number,
                stage="past" if over else "now" if one is not None else "next",
                half_points=points.get(number) if over else None,
                starts_at=one.starts_at if one else tournament.starts_at if number == 1 else None,
                is_planned=one is not None and one.is_planned,
                is_over=over,
            )
        )
    return cells


def current_round(tournament: Tournament) -> TournamentRound | None:
    """Return the round that is played, or comes next; None before the beginning and after the end."""
    return tournament.round_set.exclude(status=TournamentRound.Status.OVER).order_by("number").first()


def last_over(tournament: Tournament) -> TournamentRound | None:
    return tournament.round_set.filter(status=TournamentRound.Status.OVER).order_by("-number").first()


def round_page(tournament: Tournament, shown: TournamentRound, reader: int | None) -> RoundPage:
    """Return a round as somebody sees it; of a deal under way nobody sees how it stands."""
    seats = list(shown.seats.select_related("entrant__user", "table__match").order_by("number"))
    add_badges(seat.entrant.user for seat in seats if seat.entrant)
    studios = _studios(tournament, shown)
    hidden = tournament.is_duplicate and not shown.is_over
    tables = [
        _card(table, [seat for seat in seats if seat.table_id == table.pk], studios, reader, hidden)
        for table in shown.tables.select_related("match").defer("match__opening").order_by("number")
    ]
    byes = tuple(who_sits(seat, reader) for seat in seats if seat.is_bye)
    return RoundPage(shown, tuple(sorted(tables, key=lambda table: table.division)), byes)


def _studios(tournament: Tournament, shown: TournamentRound) -> dict[tuple[int | None, int], int]:
    """Return the studio of every seat: drawn by the match, or before it begins by the deal that all will play."""
    drawn = Seat.objects.filter(match__tournament_table__round=shown).values_list("match", "number", "studio")
    known: dict[tuple[int | None, int], int] = {(match, number): studio for match, number, studio in drawn if studio}
    if tournament.is_duplicate:
        studios = draw_studios(load_edition(tournament.edition_id), bytes(shown.secret), tournament.seats)
        known |= {(None, number): studio for number, studio in enumerate(studios)}
    return known


def _card(
    table: RoundTable,
    seats: list[RoundSeat],
    studios: dict[tuple[int | None, int], int],
    reader: int | None,
    hidden: bool,
) -> TableCard:
    rows = tuple(_row(seat, studios.get((table.match_id, seat.number)), reader, hidden) for seat in seats)
    is_mine = any(row.who.is_me for row in rows)
    match = table.match
    return TableCard(
        letter=table.letter,
        division=table.division,
        seats=rows,
        url=match.get_absolute_url() if match is not None and (is_mine or not match.sealed) else "",
        is_mine=is_mine,
        is_over=is_over(table),
        has_result=any(row.half_points is not None for row in rows),
        stand=_stand(match),
    )


def _stand(match: Match | None) -> str:
    """Return how far a match in play is: that tells nothing of the deal."""
    if match is None or match.status != Match.Status.RUNNING or match.is_closed:
        return ""
    said = {"quarter": words_of(match.edition_id).word("quarter"), "number": match.read_state().quarter}
    return _("%(quarter)s %(number)s of %(all)s") % {**said, "all": QUARTERS}


def _row(seat: RoundSeat, studio: int | None, reader: int | None, hidden: bool) -> PairedSeat:
    return PairedSeat(
        who=who_sits(seat, reader),
        studio=studio,
        score=None if hidden else seat.score,
        half_points=None if hidden else seat.half_points,
        was_absent=seat.was_absent and not hidden,
        has_won=seat.place == 1 and not hidden,
    )


def own_rounds(tournament: Tournament, reader: int | None) -> list[OwnRound]:
    """Return what each round that is over brought the reader."""
    if reader is None:
        return []
    seats = RoundSeat.objects.filter(round__tournament=tournament, entrant__user=reader, half_points__isnull=False)
    over = seats.filter(round__status=TournamentRound.Status.OVER).select_related("round", "table")
    played = Seat.objects.filter(user=reader, match__tournament_table__round__tournament=tournament)
    studios = dict(played.values_list("match__tournament_table", "studio"))
    return [_own_round(seat, studios.get(seat.table_id or 0)) for seat in over.order_by("round__number")]


def _own_round(seat: RoundSeat, studio: int | None) -> OwnRound:
    return OwnRound(
        number=seat.round.number,
        letter=seat.table.letter if seat.table else "",
        studio=studio,
        score=seat.score,
        place=seat.place,
        half_points=seat.half_points or 0,
        was_absent=seat.was_absent,
    )
