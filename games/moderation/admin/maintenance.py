"""Maintenance in the admin: adding one begins it, its tool ends it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.parts import Quick, WhyForm
from accounts.admin.tools import Tool, ToolForm, WithTools
from games.models import Maintenance
from games.play.refusals import ActionRefused
from games.play.selectors.maintenance import maintenance_now
from games.play.services.maintenance import begin_maintenance, end_maintenance


@admin.register(Maintenance)
class MaintenanceAdmin(WithTools, Quick):
    """When there was maintenance, and the switch."""

    form = WhyForm
    list_display = ("began_at", "expected_until", "ended_at", "goes_on")
    refusals = (*WithTools.refusals, ActionRefused)
    tools = (
        Tool(
            name="end",
            words=_("End the maintenance"),
            form=ToolForm,
            act=lambda actor, row, why: end_maintenance(actor=actor, why=why),
            permissions=("games.keep_house",),
            applies=lambda row: row.goes_on,
        ),
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("began_at", "expected_until", "ended_at", "goes_on") if obj else ("expected_until", "why")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.keep_house") and maintenance_now() is None

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Maintenance, form: Any, change: bool) -> None:
        """By the service, which stops the clocks; its row takes the place of the form's."""
        row = begin_maintenance(
            actor=request.user,  # type: ignore[arg-type]
            why=form.cleaned_data["why"],
            expected_until=obj.expected_until,
        )
        obj.pk, obj._state.adding = row.pk, False
