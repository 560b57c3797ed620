"""The queue of reports in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.admin.parts import Quick, ReadOnly
from accounts.admin.tools import Tool, ToolForm, WithTools
from accounts.models import User
from games.models import Report
from games.models.report import LONGEST_REPORT
from games.moderation.selectors import reports_for
from games.moderation.services.reports import claim_report, close_report, note_report
from games.play.refusals import ActionRefused

MAY_WORK = ("games.work_report",)


class EmptyForm(forms.Form):
    """Nothing is asked."""


class ReportNoteForm(forms.Form):
    """A note for whoever reads it next."""

    note = forms.CharField(max_length=LONGEST_REPORT, widget=forms.Textarea(attrs={"rows": 4}))


class CloseForm(ToolForm):
    """What came of it, and the answer."""

    outcome = forms.ChoiceField(choices=Report.Outcome.choices)
    answer = forms.CharField(
        label="Answer to the reporter",
        help_text="They read it on their page. Say thank you; say nothing of what was imposed on whom.",
        max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    field_order = ["outcome", "answer", "why"]


class SettleForm(ToolForm):
    """What came of something that nobody reported."""

    outcome = forms.ChoiceField(choices=Report.Outcome.choices)
    field_order = ["outcome", "why"]


class StillOpen(admin.SimpleListFilter):
    """What waits, unless somebody asks for what is settled."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("unclaimed", "Nobody works on it"), ("mine", "I work on it"), ("closed", "Settled"), ("all", "All")]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        yield {**first, "display": "Open"}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match self.value():
            case "unclaimed":
                return queryset.filter(closed_at=None, claimed_by=None)
            case "mine":
                return queryset.filter(closed_at=None, claimed_by=request.user.pk)
            case "closed":
                return queryset.filter(closed_at__isnull=False)
            case "all":
                return queryset
        return queryset.filter(closed_at=None)


@admin.register(Report)
class ReportAdmin(ReadOnly, WithTools, Quick):
    """Open ones first, the oldest on top, with how often a person was reported."""

    list_display = ("__str__", "about", "times", "reported_by", "match_id", "claimed_by", "made_at", "outcome")
    list_filter = (StillOpen, "kind")
    list_select_related = ("about", "also_about", "reporter", "claimed_by")
    search_fields = ("=about__username", "=reporter__username")
    ordering = (F("closed_at").desc(nulls_first=True), "made_at")
    fields = (
        *("kind", "person", "other", "table", "said", "words", "reported_by", "made_at"),
        *("claimed_by", "note", "outcome", "answer", "closed_at", "kept"),
    )
    readonly_fields = ("person", "other", "table", "said", "reported_by", "kept")
    refusals = (*WithTools.refusals, ActionRefused)
    tools = (
        Tool(
            name="claim",
            words="Claim",
            help="So that two do not do the same.",
            form=EmptyForm,
            act=lambda actor, row: claim_report(actor=actor, report_id=row.pk),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open,
        ),
        Tool(
            name="note",
            words="Note",
            form=ReportNoteForm,
            act=lambda actor, row, note: note_report(actor=actor, report_id=row.pk, note=note),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open,
        ),
        Tool(
            name="close",
            words="Settle and answer",
            form=CloseForm,
            act=lambda actor, row, **said: close_report(actor=actor, report_id=row.pk, **said),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open and row.reporter_id is not None,
        ),
        Tool(
            name="settle",
            words="Settle",
            help="The site saw this by itself: there is nobody to answer.",
            form=SettleForm,
            act=lambda actor, row, **said: close_report(actor=actor, report_id=row.pk, **said),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open and row.reporter_id is None,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Nobody decides about themselves or about a match they play in."""
        assert isinstance(request.user, User)
        same = Report.objects.filter(about=OuterRef("about")).order_by().values("about")
        reports = (
            reports_for(request.user).select_related("about", "also_about", "reporter", "claimed_by").defer("context")
        )
        return reports.annotate(times_reported=Subquery(same.annotate(times=Count("pk")).values("times")))

    @admin.display(description="reported", ordering="times_reported")
    def times(self, row: Any) -> str:
        return f"{row.times_reported or 1} ×"

    @admin.display(description="about")
    def person(self, row: Report) -> SafeString | str:
        return self.file_of(row.about)

    @admin.display(description="and about")
    def other(self, row: Report) -> SafeString | str:
        return self.file_of(row.also_about)

    @staticmethod
    def file_of(user: User | None) -> SafeString | str:
        if user is None:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:person-file", args=[user.pk]), user)

    @admin.display(description="reporter", ordering="reporter")
    def reported_by(self, row: Report) -> str:
        """Name the reporter; what nobody reported was seen by the site itself."""
        return str(row.reporter or "the site itself")

    @admin.display(description="match")
    def table(self, row: Report) -> SafeString | str:
        if row.match_id is None:
            return "–"
        return format_html(
            '<a href="{}">#{}</a>', reverse("admin:games_match_change", args=[row.match_id]), row.match_id
        )

    @admin.display(description="line")
    def said(self, row: Report) -> SafeString | str:
        if row.line is None:
            return "–"
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_chatline_change", args=[row.line_id]), row.line.text
        )

    @admin.display(description="kept with it")
    def kept(self, row: Report) -> SafeString:
        return render_to_string("admin/report_context.html", {"context": row.context, "line": row.line_id})
