"""Moves and failures in the admin, quick over millions of rows."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.parts import Quick, ReadOnly
from accounts.models import User
from games.models import BrainFailure, PlayedMove
from games.moderation.admin.columns import OfMatch
from games.moderation.selectors import tables_of_same_deal


@admin.register(PlayedMove)
class PlayedMoveAdmin(ReadOnly, OfMatch, Quick):
    """The public history."""

    list_display = ("of_match", "number", "seat", "entry", "by_ai", "played_at")
    search_fields = ("=match__pk",)
    search_help_text = _("The number of a match.")
    fields = ("of_match", "number", "seat", "entry", "by_ai", "played_at")
    readonly_fields = ("of_match",)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Return the moves of one match, in their order."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return (queryset.filter(match=int(term[:18])) if term.isascii() and term.isdigit() else queryset.none()), False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave out what an AI thought before the end, and what others do with a deal that the reader plays too."""
        assert isinstance(request.user, User)
        moves = super().get_queryset(request).exclude(match__in=tables_of_same_deal(request.user))
        return moves.defer("why", "events")


@admin.register(BrainFailure)
class BrainFailureAdmin(ReadOnly, OfMatch, Quick):
    """AIs that failed to answer, newest first."""

    list_display = ("at", "level", "what", "of_match", "number")
    list_filter = ("level",)
    raw_id_fields = ("match",)
