"""Finished matches as rows of a list: who played, how it ended, when, how long it was."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.edition_words import words_of
from games.engine import EditionError
from games.labels import seat_name, table_name
from games.lobby.selectors import HEAVY, SEATS
from games.models import Match, Seat
from games.play.selectors.visibility import Viewer


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """How one seat fared. `url` leads to whoever has a page."""

    name: str
    url: str
    studio: int | None
    place: int | None
    score: int | None
    is_me: bool
    absence: str = ""  # how they were away, so that the result is not theirs

    @property
    def is_crowned(self) -> bool:
        """Whether they are first, and were there to be."""
        return self.place == 1 and not self.absence


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A finished match in a list."""

    pk: int
    name: str
    url: str
    edition: str
    results: tuple[PlayerResult, ...]
    finished_at: datetime | None
    moves: int
    pace: str
    rated: bool
    is_what_if: bool
    voided: bool
    set_aside: bool
    can_replay: bool
    is_public: bool


def rows_of(matches: list[Match], viewer: Viewer) -> list[MatchRow]:
    """Return the matches in the order given; their seats and people were fetched along."""
    me = viewer.pk if isinstance(viewer, User) else None
    return [_row(match, me) for match in matches]


def for_list(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With what a list shows of them: as many queries for a hundred as for one."""
    return matches.select_related("host").prefetch_related(SEATS).defer(*HEAVY)


def row_of(match: Match, viewer: Viewer) -> MatchRow:
    """Return one match, also where it is not over."""
    return rows_of(list(for_list(Match.objects.filter(pk=match.pk))), viewer)[0]


def _row(match: Match, me: int | None) -> MatchRow:
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    return MatchRow(
        pk=match.pk,
        name=table_name(match),
        url=match.get_absolute_url(),
        edition=_edition_name(match.edition_id),
        results=tuple(_result(seat, me) for seat in seats),
        finished_at=match.finished_at,
        moves=match.number,
        pace=match.get_pace_display(),
        rated=match.rated,
        is_what_if=match.is_what_if,
        voided=match.voided_at is not None,
        set_aside=match.set_aside_at is not None,
        can_replay=not match.is_put_away and not match.sealed,
        is_public=match.shown_at is not None,
    )


def _result(seat: Seat, me: int | None) -> PlayerResult:
    user = seat.user
    return PlayerResult(
        name=seat_name(seat),
        url=user.get_absolute_url() if user and user.has_page else "",
        studio=seat.studio,
        place=seat.place,
        score=seat.score,
        is_me=user is not None and user.pk == me,
        absence=seat.absence,
    )


def _edition_name(edition_id: str) -> str:
    """Return what the edition is called; one that is no longer here keeps its id."""
    try:
        return words_of(edition_id).name
    except EditionError:
        return edition_id
