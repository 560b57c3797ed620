"""What the admin calls the columns of matches, moves, reports and talk."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.admin.columns import name_columns
from games.models import BrainFailure, ChatLine, DailyProblem, Match, PlayedMove, Report

name_columns(
    Match,
    title=_("title"),
    status=_("status"),
    host=_("host"),
    edition_id=_("edition id"),
    size=_("size"),
    pace=_("pace"),
    rated=_("rated"),
    number=pgettext_lazy("of an entry", "number"),
    visibility=_("visibility"),
    created_at=_("created at"),
)
name_columns(
    PlayedMove,
    number=pgettext_lazy("of an entry", "number"),
    seat=_("seat"),
    entry=pgettext_lazy("of a match", "entry"),
    by_ai=_("by ai"),
    played_at=_("played at"),
)
name_columns(
    BrainFailure,
    at=pgettext_lazy("a moment", "at"),
    level=pgettext_lazy("of an AI", "level"),
    what=pgettext_lazy("a failure", "what"),
    match=_("match"),
    number=pgettext_lazy("of an entry", "number"),
)
name_columns(Report, about=pgettext_lazy("a person", "about"), claimed_by=_("claimed by"))
name_columns(
    ChatLine,
    match=_("match"),
    author=_("author"),
    audience=_("audience"),
    text=_("text"),
    removed=_("removed"),
    created_at=_("created at"),
)
name_columns(DailyProblem, match=_("match"), number=pgettext_lazy("of an entry", "number"), shipped=_("shipped"))


class OfMatch:
    """Rows of a match, with its number."""

    @admin.display(description=_("Match id"))
    def of_match(self, row: Any) -> int | None:
        """Return the number without fetching the match."""
        number: int | None = row.match_id
        return number
