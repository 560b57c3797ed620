"""Talk and its filters in the admin: everything that was said, what was removed too."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.parts import Quick, ReadOnly, Traced
from accounts.admin.tools import Tool, ToolForm, WithTools
from accounts.models import User
from games.models import ChatLine, FilterWord
from games.moderation.admin.columns import OfMatch
from games.moderation.admin.person_file import lines_for_staff
from games.moderation.services.line_removal import remove_line, restore_line


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, OfMatch, WithTools, Quick):
    """Lines of talk: removed ones are marked, none is hidden."""

    list_display = ("created_at", "author", "of_match", "audience", "text", "removed")
    list_filter = ("removed", "audience")
    search_fields = ("=match__pk", "=author__username")
    search_help_text = _("The number of a match, or somebody’s name.")
    fields = ("match", "author", "audience", "text", "removed", "created_at")
    tools = (
        Tool(
            name="remove",
            words=_("Remove"),
            help=_("Everybody then sees that a line was removed; the log keeps it."),
            form=ToolForm,
            act=lambda actor, row, why: remove_line(actor=actor, line_id=row.pk, why=why),
            permissions=("games.remove_line",),
            applies=lambda row: not row.removed,
        ),
        Tool(
            name="restore",
            words=_("Show again"),
            form=ToolForm,
            act=lambda actor, row, why: restore_line(actor=actor, line_id=row.pk, why=why),
            permissions=("games.remove_line",),
            applies=lambda row: row.removed,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Whoever plays at a table does not read here what its spectators say."""
        assert isinstance(request.user, User)
        return lines_for_staff(request.user)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """By match or author: both have an index; words have none, and nobody searches people's words."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isascii() and term.isdigit():
            return queryset.filter(match=int(term[:18])), False
        return queryset.filter(author__in=User.objects.filter(username=term).values("pk")), False


@admin.register(FilterWord)
class FilterWordAdmin(Traced, Quick):
    """Words and hosts of links that nobody may say."""

    list_display = ("text", "kind")
    list_filter = ("kind",)
    search_fields = ("text",)
