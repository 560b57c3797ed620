"""The queue of reports in the admin."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.admin.parts import Quick, ReadOnly
from accounts.admin.tools import Tool, ToolForm, WithTools
from accounts.models import User
from accounts.staff.real_history import acts_at
from games.models import Report
from games.models.report import LONGEST_REPORT
from games.moderation.admin.answers import TEMPLATES
from games.moderation.admin.columns import OfMatch
from games.moderation.selectors import reports_for
from games.moderation.services.reports import claim_report, close_report, note_report
from games.play.refusals import ActionRefused

MAY_WORK = ("games.work_report",)


class EmptyForm(forms.Form):
    """Nothing is asked."""


class ReportNoteForm(forms.Form):
    """A note for whoever reads it next."""

    note = forms.CharField(label=_("Note"), max_length=LONGEST_REPORT, widget=forms.Textarea(attrs={"rows": 4}))


class CloseForm(ToolForm):
    """What came of it, and the answer."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=Report.Outcome.choices)
    answer = forms.CharField(
        label=_("Answer to the reporter"),
        help_text=_("They read it on their page. Say thank you; say nothing of what was imposed on whom."),
        max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    field_order = ["outcome", "answer", "why"]


class SettleForm(ToolForm):
    """What came of something that nobody reported."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=Report.Outcome.choices)
    field_order = ["outcome", "why"]


class SettleSeveralForm(SettleForm):
    """What came of several, and one answer to all who reported."""

    answer = forms.CharField(
        label=_("Answer to all who reported"),
        help_text=_("They read it on their page, each for themselves."),
        max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    field_order = ["outcome", "answer", "why"]


class StillOpen(admin.SimpleListFilter):
    """What waits, unless somebody asks for what is settled."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("unclaimed", _("Nobody works on it")),
            ("mine", _("I work on it")),
            ("closed", _("Settled")),
            ("all", pgettext_lazy("reports", "All")),
        ]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        yield {**first, "display": pgettext_lazy("reports", "Open")}
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
class ReportAdmin(ReadOnly, OfMatch, WithTools, Quick):
    """Open ones first, the oldest on top, with how often a person was reported."""

    list_display = ("__str__", "about", "times", "reported_by", "of_match", "claimed_by", "made_at", "outcome")
    list_filter = (StillOpen, "kind")
    list_select_related = ("about", "also_about", "reporter", "claimed_by")
    search_fields = ("=about__username", "=reporter__username")
    ordering = (F("closed_at").desc(nulls_first=True), "made_at")
    fields = ("kind",)  # the page says all in words: admin/report.html
    change_form_template = "admin/report.html"
    actions = ("claim_several", "settle_several")
    refusals = (*WithTools.refusals, ActionRefused)
    tools = (
        Tool(
            name="claim",
            words=pgettext_lazy("tool", "Claim"),
            help=_("So that two do not do the same."),
            icon="check",
            form=EmptyForm,
            act=lambda actor, row: claim_report(actor=actor, report_id=row.pk),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open,
        ),
        Tool(
            name="note",
            words=_("Note"),
            help=_("For those who read it next; nobody outside the team does."),
            icon="screenplay",
            form=ReportNoteForm,
            act=lambda actor, row, note: note_report(actor=actor, report_id=row.pk, note=note),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open,
        ),
        Tool(
            name="close",
            words=_("Settle and answer"),
            help=_("What came of it, and a message to the person who reported it. There are texts to start from."),
            icon="mail",
            templates=TEMPLATES,
            form=CloseForm,
            act=lambda actor, row, **said: close_report(actor=actor, report_id=row.pk, **said),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open and row.reporter_id is not None,
        ),
        Tool(
            name="settle",
            words=pgettext_lazy("tool", "Settle"),
            help=_("The site saw this by itself: there is nobody to answer."),
            icon="check",
            form=SettleForm,
            act=lambda actor, row, **said: close_report(actor=actor, report_id=row.pk, **said),
            permissions=MAY_WORK,
            applies=lambda row: row.is_open and row.reporter_id is None,
        ),
    )

    def has_work_permission(self, request: HttpRequest) -> bool:
        """Tell whether somebody may work on reports: the list offers what can be done with several only to them."""
        return request.user.has_perm(MAY_WORK[0])

    @admin.action(description=_("Claim the chosen reports"), permissions=["work"])
    def claim_several(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Take several on at once."""
        self.tell_outcome(request, queryset, lambda actor, pk: claim_report(actor=actor, report_id=pk))

    @admin.action(description=_("Settle the chosen reports"), permissions=["work"])
    def settle_several(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        """Settle several at once, with one answer to all who reported; what comes of each is told."""
        form = SettleSeveralForm(request.POST if "outcome" in request.POST else None)
        if form.is_valid():
            said = form.cleaned_data
            self.tell_outcome(request, queryset, lambda actor, pk: close_report(actor=actor, report_id=pk, **said))
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": _("Settle several reports"),
            "form": form,
            "reports": queryset.filter(closed_at=None),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/settle_several.html", context, status=422 if form.errors else 200)

    def tell_outcome(
        self, request: HttpRequest, queryset: QuerySet[Report], act: Callable[[User, int], object]
    ) -> None:
        """Do it to each report, and say to how many it could not be done: somebody else may have been faster."""
        assert isinstance(request.user, User)
        refused = 0
        numbers = list(queryset.values_list("pk", flat=True))
        for pk in numbers:
            try:
                act(request.user, pk)
            except self.refusals:
                refused += 1
        done = len(numbers) - refused
        words = ngettext("Done for %(count)s report.", "Done for %(count)s reports.", done) % {"count": done}
        messages.success(request, words)
        if refused:
            said = ngettext("%(count)s was settled already.", "%(count)s were settled already.", refused)
            messages.warning(request, said % {"count": refused})

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Show who is involved, and what was done about the report."""
        row = kwargs.get("obj") or context.get("original")
        if isinstance(row, Report) and isinstance(request.user, User):
            context["people_involved"] = [person for person in (row.about, row.also_about) if person is not None]
            context["page_acts"] = acts_at(row, request.user)
        return super().render_change_form(request, context, *args, **kwargs)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Nobody decides about themselves or about a match they play in."""
        assert isinstance(request.user, User)
        same = Report.objects.filter(about=OuterRef("about")).order_by().values("about")
        reports = (
            reports_for(request.user).select_related("about", "also_about", "reporter", "claimed_by").defer("context")
        )
        return reports.annotate(times_reported=Subquery(same.annotate(times=Count("pk")).values("times")))

    @admin.display(description=_("reported"), ordering="times_reported")
    def times(self, row: Any) -> str:
        return f"{row.times_reported or 1} ×"

    @admin.display(description=_("reporter"), ordering="reporter")
    def reported_by(self, row: Report) -> str:
        """Name the reporter; what nobody reported was seen by the site itself."""
        return str(row.reporter or _("the site itself"))
