"""The ladders: on which of them a match counts, and what they are called."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Self

from django.utils.translation import gettext as _

from games.edition_words import words_of
from games.engine import edition_files
from games.models import Match

TWO, MANY = "2", "many"
TABLES: Final = (MANY, TWO)
OVERALL, AI, BOTS = "overall", "ai", "bots"
SEASON_MARK: Final = "season-"


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year, by the clock of UTC."""

    year: int
    quarter: int

    @classmethod
    def at(cls, moment: datetime) -> Self:
        moment = moment.astimezone(UTC)
        return cls(moment.year, (moment.month + 2) // 3)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the season that is written so, `2026-4`; None where it is none."""
        year, _dash, quarter = text.partition("-")
        if len(year) == 4 and year.isdecimal() and year.isascii() and quarter in {"1", "2", "3", "4"}:
            return cls(int(year), int(quarter))
        return None

    @property
    def key(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def next(self) -> "Season":
        return Season(self.year + self.quarter // 4, self.quarter % 4 + 1)

    @property
    def begins_at(self) -> datetime:
        return datetime(self.year, self.quarter * 3 - 2, 1, tzinfo=UTC)

    @property
    def ends_at(self) -> datetime:
        return self.next.begins_at

    @property
    def name(self) -> str:
        names = {1: _("Winter %(year)s"), 2: _("Spring %(year)s"), 3: _("Summer %(year)s"), 4: _("Autumn %(year)s")}
        return names[self.quarter] % {"year": self.year}


@dataclass(frozen=True, slots=True)
class Ladder:
    """Who is compared with whom: at tables of two or of more, and in what."""

    table: str
    kind: str = OVERALL

    @classmethod
    def read(cls, slug: str) -> Self:
        table, _dash, kind = slug.partition("-")
        return cls(table, kind)

    @property
    def slug(self) -> str:
        """As it is stored."""
        return f"{self.table}-{self.kind}"

    @property
    def season(self) -> Season | None:
        return Season.read(self.kind.removeprefix(SEASON_MARK)) if self.kind.startswith(SEASON_MARK) else None

    @property
    def table_name(self) -> str:
        return _("2 seats") if self.table == TWO else _("3 to 5 seats")

    @property
    def kind_name(self) -> str:
        """What is compared: everything, one edition at one pace, one season, people with AIs, or all with bots."""
        if self.kind == OVERALL:
            return _("Overall")
        if self.kind == AI:
            return _("Against AIs")
        if self.kind == BOTS:
            return _("With bots")
        if self.season:
            return self.season.name
        pace, _dash, edition = self.kind.partition("-")
        words = {Match.Pace.LIVE: _("%(edition)s, live"), Match.Pace.SLOW: _("%(edition)s, slow")}
        name = words_of(edition).name if edition in edition_files() else edition
        return words[Match.Pace(pace)] % {"edition": name}

    @property
    def name(self) -> str:
        return _("%(kind)s, %(table)s") % {"kind": self.kind_name, "table": self.table_name}


def table_of(seats: int) -> str:
    """Tell tables of two from larger ones: two play another game than three, four or five."""
    return TWO if seats == 2 else MANY


def ladders_of_people(*, seats: int, pace: str, edition_id: str, ended_at: datetime) -> list[Ladder]:
    """Return where a pair of people counts: overall, in the edition at this pace, and in the season it ended in."""
    kinds = (OVERALL, f"{pace}-{edition_id}", f"{SEASON_MARK}{Season.at(ended_at).key}")
    return [Ladder(table_of(seats), kind) for kind in kinds]


def ladder_of_ai(*, seats: int) -> Ladder:
    """Return where a pair of a person and an AI counts."""
    return Ladder(table_of(seats), AI)


def ladder_of_bots(*, seats: int) -> Ladder:
    """Return where everybody counts at a table where bots sit; among people such a table counts as if they did not."""
    return Ladder(table_of(seats), BOTS)


def lasting_kinds() -> Iterator[str]:
    """Yield every kind of ladder that is not of a season, the most general first."""
    yield OVERALL
    for edition_id in sorted(edition_files()):
        yield from (f"{pace}-{edition_id}" for pace in Match.Pace.values)
    yield from (AI, BOTS)


def ladder_named(table: str, kind: str) -> Ladder:
    """Return the ladder that was asked for; the most general one where there is none like it."""
    ladder = Ladder(table if table in TABLES else MANY, kind)
    return ladder if kind in set(lasting_kinds()) or ladder.season else Ladder(ladder.table)
