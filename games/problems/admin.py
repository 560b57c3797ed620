"""Problems of the day in the admin: what was asked, and taking it off the site."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.parts import Quick, ReadOnly
from accounts.admin.tools import Tool, ToolForm, WithTools
from games.models import DailyProblem
from games.moderation.admin.columns import OfMatch
from games.problems.services import restore_problem, withdraw_problem

MAY_TEND = ("games.tend_match",)


@admin.register(DailyProblem)
class DailyProblemAdmin(ReadOnly, OfMatch, WithTools, Quick):
    """The latest first; whoever tends matches tends problems too."""

    list_display = ("day", "kind", "status", "of_match", "withdrawn_at")
    list_filter = ("status", "kind")
    ordering = ("-day",)
    fields = ("day", "kind", "status", "match", "number", "shipped", "withdrawn_at")
    tools = (
        Tool(
            name="withdraw",
            words=_("Withdraw"),
            help=_("Nobody sees it any more, and nobody’s answer to it counts."),
            form=ToolForm,
            act=lambda actor, row, why: withdraw_problem(actor=actor, problem_id=row.pk, why=why),
            permissions=MAY_TEND,
            applies=lambda row: row.withdrawn_at is None,
        ),
        Tool(
            name="restore",
            words=_("Show again"),
            form=ToolForm,
            act=lambda actor, row, why: restore_problem(actor=actor, problem_id=row.pk, why=why),
            permissions=MAY_TEND,
            applies=lambda row: row.withdrawn_at is not None,
        ),
    )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perms(MAY_TEND)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def view_on_site(self, obj: DailyProblem) -> str:
        """Return its page, which is there once its day has come."""
        return obj.get_absolute_url()
