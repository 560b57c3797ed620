"""Moves and failures in the admin, quick over millions of rows."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.parts import Quick, ReadOnly
from games.models import BrainFailure, PlayedMove


@admin.register(PlayedMove)
class PlayedMoveAdmin(ReadOnly, Quick):
    """The public history."""

    list_display = ("match_id", "number", "seat", "entry", "by_ai", "played_at")
    search_fields = ("=match__pk",)
    search_help_text = "The number of a match."
    fields = ("match_id", "number", "seat", "entry", "by_ai", "played_at")
    readonly_fields = ("match_id",)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Return the moves of one match, in their order."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return (queryset.filter(match=int(term[:18])) if term.isascii() and term.isdigit() else queryset.none()), False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave out what an AI thought: nobody sees it before the end."""
        return super().get_queryset(request).defer("why", "events")


@admin.register(BrainFailure)
class BrainFailureAdmin(ReadOnly, Quick):
    """AIs that failed to answer, newest first."""

    list_display = ("at", "level", "what", "match_id", "number")
    list_filter = ("level",)
    raw_id_fields = ("match",)
