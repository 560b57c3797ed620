"""Matches in the admin: what everybody could know of them, and the tools of moderators."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts.admin.parts import Quick, ReadOnly
from accounts.admin.tools import Tool, ToolForm, WithTools, Words
from accounts.models import User
from games.models import Match, Seat
from games.moderation.admin.seats import offer_seats, played_by_people
from games.moderation.admin.secrets import plays_in, read_secrets
from games.moderation.selectors import tables_of_same_deal
from games.moderation.services import moderate_match
from games.play.refusals import ActionRefused

MAY_MODERATE = ("games.tend_match",)
HEAVY = ("state", "opening", "secret")


class MatchToolForm(ToolForm):
    """The reason for the trace, and a word for the table."""

    note = forms.CharField(
        label=_("A word for the table"),
        help_text=_("Everybody there reads it in the log."),
        max_length=300,
        required=False,
    )
    field_order = ["note", "why"]


class SeatForm(MatchToolForm):
    """Which seat."""

    seat_number = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    field_order = ["seat_number", "note", "why"]


class TakeBackForm(MatchToolForm):
    """How many moves, and whether everybody agreed."""

    count = forms.IntegerField(label=_("Moves to take back"), min_value=1, max_value=500, initial=1)
    agreed = forms.BooleanField(label=_("Everybody at the table agreed"), required=False)
    field_order = ["count", "agreed", "note", "why"]


def _is_running(row: Match) -> bool:
    return row.status == Match.Status.RUNNING


def _tool(name: str, words: Words, act: Callable[..., None], applies: Callable[[Any], bool], **more: Any) -> Tool:
    def on_match(actor: User, row: Match, **said: Any) -> None:
        act(actor=actor, match_id=row.pk, **said)

    said = {"form": MatchToolForm, **more}
    return Tool(name=name, words=words, act=on_match, applies=applies, permissions=MAY_MODERATE, **said)


TOOLS = (
    _tool(
        "pause",
        _("Pause"),
        moderate_match.pause_match,
        lambda row: _is_running(row) and row.paused_at is None,
        icon="pause",
        help=_("All clocks stop, nobody can move. Lift it when the matter is settled. The table is notified."),
    ),
    _tool(
        "resume",
        _("Let it go on"),
        moderate_match.resume_match,
        lambda row: _is_running(row) and row.paused_at is not None and row.set_aside_at is None,
        icon="play",
        help=_("Everybody has the time they had. The table is notified."),
    ),
    _tool(
        "ai",
        _("Put an AI on a seat"),
        moderate_match.put_ai,
        lambda row: _is_running(row) and played_by_people(row).exists(),
        form=SeatForm,
        fit=offer_seats,
        icon="robot",
        help=_("To the end of the match: its owner does not get it back. The table is notified."),
    ),
    _tool(
        "take-back",
        _("Take moves back"),
        moderate_match.take_back,
        _is_running,
        form=TakeBackForm,
        icon="undo",
        help=_(
            "For everybody, by the rules, as an entry of the log. Ask the table, or say why you did not. The table is "
            "notified."
        ),
    ),
    _tool(
        "end",
        _("End without a result"),
        moderate_match.end_without_result,
        _is_running,
        icon="flag",
        is_grave=True,
        help=_("It can still be looked at; it counts for nothing. This cannot be undone. The table is notified."),
    ),
    _tool(
        "void",
        _("Void for ratings"),
        moderate_match.void_match,
        lambda row: row.status == Match.Status.FINISHED and row.voided_at is None,
        icon="cross",
        is_grave=True,
        help=_("The ratings of everybody who played are computed anew."),
    ),
    _tool(
        "count",
        _("Let it count again"),
        moderate_match.count_match,
        lambda row: row.status == Match.Status.FINISHED and row.voided_at is not None,
        icon="check",
        help=_("The ratings of everybody who played are computed anew."),
    ),
    _tool(
        "set-aside",
        _("Set aside as broken"),
        moderate_match.set_aside,
        lambda row: _is_running(row) and row.set_aside_at is None,
        icon="warning",
        is_grave=True,
        help=_("It stops at once. For faults of the site, never for quarrels. The table reads an apology."),
    ),
    _tool(
        "take-up",
        _("Take up again"),
        moderate_match.take_up,
        lambda row: _is_running(row) and row.set_aside_at is not None,
        icon="play",
        help=_("Once the fault is mended. The table is notified."),
    ),
)


@admin.register(Match)
class MatchAdmin(ReadOnly, WithTools, Quick):
    """A table without what is hidden there: neither state nor secret nor the invite link."""

    list_display = ("pk", "title", "status", "host", "edition_id", "size", "pace", "rated", "number", "created_at")
    list_filter = ("status", "pace", "rated", "visibility")
    search_fields = ("pk",)
    search_help_text = _("The number of a match, or the name of somebody who plays there.")
    list_select_related = ("host",)
    fields = ("title",)  # the page says all in words: admin/match.html
    tools = TOOLS
    refusals = (*WithTools.refusals, ActionRefused)
    change_form_template = "admin/match.html"

    def get_urls(self) -> list[URLPattern]:
        """Give what is hidden a page of its own."""
        page = self.admin_site.admin_view(never_cache(self.secrets_view))
        return [path("<int:pk>/secrets/", page, name="match-secrets"), *super().get_urls()]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody look at a table that plays the same deal as theirs, before the last of them is over."""
        may = super().has_view_permission(request, obj)
        return may and (obj is None or obj.pk not in tables_of_same_deal(request.user))  # type: ignore[arg-type]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Without what is large and secret."""
        return super().get_queryset(request).select_related("host").defer(*HEAVY)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[QuerySet[Match], bool]:
        """By number or by somebody's name: both have an index."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isascii() and term.isdigit():
            return queryset.filter(pk=int(term[:18])), False
        people = User.objects.filter(username=term).values_list("pk", flat=True)
        seated = Seat.objects.filter(user__in=list(people)).values("match")
        return queryset.filter(Q(pk__in=seated) | Q(host__in=list(people))), False

    def secrets_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what is hidden in a running match: for a stated reason, and for nobody who plays there."""
        match = Match.objects.filter(pk=pk).exclude(state=None).first()
        if not request.user.has_perm("games.read_secrets") or match is None or plays_in(request.user, match):
            raise PermissionDenied
        form = ToolForm(request.POST if request.method == "POST" else None)
        hidden = None
        if request.method == "POST" and form.is_valid():
            hidden = read_secrets(actor=request.user, match=match, why=form.cleaned_data["why"])
        context = {
            **self.admin_site.each_context(request),
            "title": _("What is hidden"),
            "form": form,
            "row": match,
            "hidden": hidden,
            "back": self.page_of(match),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/secrets.html", context)
