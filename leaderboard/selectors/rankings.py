"""The tables: whoever stands on a ladder, best first, a page at a time. Every page costs the same, however deep."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self
from urllib.parse import urlencode

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.play.selectors.visibility import Viewer
from leaderboard.elo import shown
from leaderboard.ladders import MANY, OVERALL, SEASON_MARK, Ladder, Season, ladder_named
from leaderboard.models import Appearance, Rating, RatingChange, SeasonStanding
from leaderboard.selectors.latest import LATEST

ROWS: Final = 50
LEASTS: Final = (1, 5, 20, 50)
USUAL_LEAST: Final = 1


@dataclass(frozen=True, slots=True)
class RankingFilters:
    """What somebody wants to see, as the address of the page says it."""

    table: str = MANY
    kind: str = OVERALL
    least: int = USUAL_LEAST
    met: bool = False
    after: tuple[int, int] | None = None  # value and user of the line above the first

    @classmethod
    def read(cls, query: Mapping[str, Any]) -> Self:
        """Take what is known from a query and forget the rest: an old or mistyped address still shows a table."""
        ladder = ladder_named(str(query.get("table", "")), str(query.get("kind", "")))
        least = str(query.get("least", ""))
        return cls(
            table=ladder.table,
            kind=ladder.kind,
            least=int(least) if least in {str(number) for number in LEASTS} else USUAL_LEAST,
            met=query.get("met") == "1",
            after=_read_after(str(query.get("after", ""))),
        )

    @property
    def ladder(self) -> Ladder:
        return Ladder(self.table, self.kind)

    @property
    def query(self) -> str:
        """As part of an address; what is usual need not stand there."""
        told = {
            "table": self.table if self.table != MANY else "",
            "kind": self.kind if self.kind != OVERALL else "",
            "least": self.least if self.least != USUAL_LEAST else "",
            "met": "1" if self.met else "",
            "after": "{}.{}".format(*self.after) if self.after else "",
        }
        return urlencode({name: value for name, value in told.items() if value})

    def replaced(self, **changes: Any) -> Self:
        """Return the same from the top, with some of it asked otherwise."""
        return replace(self, **{"after": None, **changes})


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One person in a table."""

    place: int
    user: User
    value: int
    matches: int
    is_provisional: bool

    @property
    def shown(self) -> int:
        return shown(self.value)


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A page of a table, and the reader's own line wherever that is; `lacking` matches keep them out of the table."""

    lines: tuple[RankingRow, ...]
    mine: RankingRow | None
    lacking: int
    is_final: bool
    following: tuple[int, int] | None


def ranking_page(filters: RankingFilters, viewer: Viewer) -> RankingPage:
    """Six queries at most, however many people stand there."""
    reader = viewer if isinstance(viewer, User) else None
    everybody, is_final = _rows(filters.ladder)
    wanted = everybody.filter(matches__gte=filters.least)
    if filters.met and reader:
        wanted = wanted.filter(user__in=_met(reader))
    rows = list(_below(wanted, filters.after).select_related("user").order_by("-value", "user")[: ROWS + 1])
    mine = everybody.filter(user=reader).select_related("user").first() if reader else None
    last = rows[ROWS - 1] if len(rows) > ROWS else None
    return RankingPage(
        lines=tuple(_placed(rows[:ROWS], wanted)),
        mine=_row(mine, _place(mine, wanted)) if mine else None,
        lacking=max(0, filters.least - mine.matches) if mine else 0,
        is_final=is_final,
        following=(last.value, last.user_id) if last else None,
    )


def known_seasons() -> list[Season]:
    """Return every season in which anything was rated, and the running one, the latest first."""
    first = RatingChange.objects.order_by("ended_at", "match").values_list("ended_at", flat=True).first()
    running = Season.at(timezone.now())
    seasons = [Season.at(first) if first else running]
    while seasons[-1] < running:
        seasons.append(seasons[-1].next)
    return seasons[::-1]


def _rows(ladder: Ladder) -> tuple[Any, bool]:
    """Return the lines of a table: of a season that is closed the final ones, otherwise those of now."""
    if ladder.kind.startswith(SEASON_MARK):
        final = SeasonStanding.objects.filter(ladder=ladder.slug)
        if final.exists():
            return final, True
    return Rating.objects.filter(ladder=ladder.slug, is_listed=True), False


def _met(reader: User) -> list[int]:
    """With whom somebody finished their latest matches, and they themselves: looked up once for all questions."""
    mine = Appearance.objects.filter(user=reader).order_by("-ended_at").values("match")[:LATEST]
    return list(Appearance.objects.filter(match__in=mine).values_list("user", flat=True).distinct())


def _below(rows: Any, after: tuple[int, int] | None) -> Any:
    if after is None:
        return rows
    value, user = after
    return rows.filter(Q(value__lt=value) | Q(value=value, user__gt=user))


def _place(row: Any, rows: Any) -> int:
    """Return one more than stand higher; in a final table what was written down."""
    if isinstance(row, SeasonStanding):
        return row.place
    return int(rows.filter(value__gt=row.value).count()) + 1


def _placed(rows: list[Any], wanted: Any) -> list[RankingRow]:
    """Return rows with their places: those above the first are counted, the others follow; equals share a place."""
    if not rows or isinstance(rows[0], SeasonStanding):
        return [_row(row, row.place) for row in rows]
    first, place = rows[0], _place(rows[0], wanted)
    level = wanted.filter(value=first.value, user__lt=first.user_id).count()  # equals on the page before
    lines: list[RankingRow] = []
    for number, row in enumerate(rows):
        follows = not lines or row.value == lines[-1].value
        lines.append(_row(row, (lines[-1].place if lines else place) if follows else place + level + number))
    return lines


def _row(row: Any, place: int) -> RankingRow:
    return RankingRow(place, row.user, row.value, row.matches, getattr(row, "is_provisional", False))


def _read_after(text: str) -> tuple[int, int] | None:
    value, _dot, user = text.partition(".")
    try:
        return int(value[:12]), int(user[:18])
    except ValueError:
        return None
