"""What the rankings can be narrowed to, in the reader's words."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.ai.levels import OFFERED_LEVELS
from games.ai.measured import rating_of
from games.edition_words import level_name
from leaderboard.ladders import AI, MANY, SEASON_MARK, TABLES, Ladder, lasting_kinds
from leaderboard.selectors.rankings import RankingFilters, known_seasons


class TableChoice(NamedTuple):
    """A table of two or of more; its address leaves everything else as it is."""

    label: str
    url: str
    chosen: bool


class Kinds(NamedTuple):
    """Ladders of one sort, each with what it is called."""

    label: str
    ladders: list[tuple[str, str]]


class LevelChoice(NamedTuple):
    """An AI level as a fixed line of its ladder."""

    name: str
    points: int


def tables_of(filters: RankingFilters) -> list[TableChoice]:
    return [
        TableChoice(
            Ladder(table).table_name,
            f"{reverse('rankings')}?{filters.replaced(table=table).query}".rstrip("?"),
            filters.table == table,
        )
        for table in TABLES
    ]


def kinds_of() -> list[Kinds]:
    """Return every ladder there is, the seasons apart."""
    lasting = [(kind, Ladder(MANY, kind).kind_name) for kind in lasting_kinds()]
    seasons = [(f"{SEASON_MARK}{season.key}", season.name) for season in known_seasons()]
    return [Kinds(_("All time"), lasting), Kinds(_("Seasons"), seasons)]


def levels_of(ladder: Ladder) -> list[LevelChoice]:
    """Return the anchors of the ladder against AIs, the strongest first; none on other ladders."""
    if ladder.kind != AI:
        return []
    levels = [LevelChoice(level_name(level), rating_of(level)) for level in OFFERED_LEVELS]
    return sorted(levels, key=lambda level: -level.points)
