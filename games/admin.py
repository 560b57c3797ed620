"""What administrators see of tables: nothing secret of a match, and nothing they could change in it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import BrainFailure, Invitation, Match, PlayedMove, Seat


class ReadOnly:
    """Only services write; the admin looks."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "user", "ai_level", "studio", "ready", "score", "place")
    extra = 0


class InvitationInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Invitation
    fields = ("user", "inviter", "status", "created_at")
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A table without what is hidden there: neither state nor secret nor the invite link."""

    list_display = ("pk", "title", "status", "host", "edition_id", "size", "pace", "rated", "number", "created_at")
    list_filter = ("status", "pace", "rated", "edition_id", "visibility")
    search_fields = ("title", "host__username")
    list_select_related = ("host",)
    date_hierarchy = "created_at"
    inlines = [SeatInline, InvitationInline]
    fields = (
        *("title", "status", "host", "edition_id", "rules", "size", "pace", "decision_seconds", "open_money", "rated"),
        *("visibility", "host_begins", "studios_chosen", "spectators_allowed", "chat_allowed", "starts_when_full"),
        *("number", "version", "commitment", "created_at", "changed_at", "started_at", "finished_at"),
    )


@admin.register(PlayedMove)
class PlayedMoveAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The public history."""

    list_display = ("match", "number", "seat", "entry", "by_ai", "played_at")
    list_select_related = ("match",)
    search_fields = ("=match__pk",)
    fields = ("match", "number", "seat", "entry", "by_ai", "played_at")


@admin.register(BrainFailure)
class BrainFailureAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """AIs that failed to answer, newest first."""

    list_display = ("at", "level", "what", "match", "number")
    list_filter = ("level",)
    list_select_related = ("match",)
    date_hierarchy = "at"
