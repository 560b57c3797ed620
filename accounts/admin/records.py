"""What was imposed, appealed against and done, in the admin: to be read, and undone by tools."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.admin.parts import Quick, ReadOnly
from accounts.admin.tools import Tool, ToolForm, WithTools
from accounts.models import Appeal, Sanction, StaffAct, User
from accounts.models.sanction import LONGEST_WORDS
from accounts.sanctions.services.appeals import answer_appeal
from accounts.sanctions.services.sanctions import lift


class AnswerForm(forms.Form):
    """The answer, in words for the person."""

    granted = forms.TypedChoiceField(
        label=_("Decision"),
        choices=[("no", _("Not granted: it stays")), ("yes", _("Granted: the sanction is undone"))],
        coerce=lambda chosen: chosen == "yes",
    )
    answer = forms.CharField(
        label=pgettext_lazy("what is answered", "Answer"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, WithTools, Quick):
    """All sanctions, the newest first."""

    list_display = ("user", "kind", "made_by", "made_at", "ends_at", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("user", "made_by")
    search_fields = ("=user__username",)
    raw_id_fields = ("user", "made_by")
    tools = (
        Tool(
            name="lift",
            words=pgettext_lazy("tool", "Undo"),
            form=ToolForm,
            act=lambda actor, row, why: lift(actor=actor, sanction_id=row.pk, why=why),
            permissions=("accounts.sanction_user", "accounts.mute_user"),
            applies=lambda row: row.lifted_at is None,
        ),
    )


@admin.register(Appeal)
class AppealAdmin(ReadOnly, WithTools, Quick):
    """Appeals: those that wait first."""

    list_display = ("sanction", "made_at", "answered_at", "granted")
    list_filter = (("answered_at", admin.EmptyFieldListFilter),)
    list_select_related = ("sanction__user", "sanction__made_by")
    ordering = ("answered_at", "-pk")
    fields = ("sanction", "reason", "message", "text", "made_at", "answer", "answered_at", "granted")
    readonly_fields = ("reason", "message")
    tools = (
        Tool(
            name="answer",
            words=pgettext_lazy("tool", "Answer"),
            form=AnswerForm,
            act=lambda actor, row, granted, answer: answer_appeal(
                actor=actor, appeal_id=row.pk, granted=granted, answer=answer
            ),
            permissions=("accounts.answer_appeal",),
            applies=lambda row: row.answered_at is None,
        ),
    )

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Say to who imposed the sanction that somebody else answers."""
        row = kwargs.get("obj") or context.get("original")
        if isinstance(row, Appeal) and row.sanction.made_by_id == request.user.pk and row.answered_at is None:
            messages.info(request, _("You imposed this yourself: somebody else of the team answers."))
        return super().render_change_form(request, context, *args, **kwargs)

    def tools_for(self, user: Any, row: Any) -> list[tuple[Tool, str]]:
        """Let nobody answer what they imposed."""
        return [] if row.sanction.made_by_id == user.pk else super().tools_for(user, row)

    @admin.display(description=_("Why it was imposed"))
    def reason(self, row: Appeal) -> str:
        return row.sanction.reason

    @admin.display(description=_("What the person was told"))
    def message(self, row: Appeal) -> str:
        return row.sanction.message


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, Quick):
    """The trace. Nobody changes it: not here, and not in the database."""

    list_display = ("at", "actor_name", "verb", "target", "person_name", "why")
    list_display_links = ("at",)
    fields = ("at", "actor_name", "verb", "target", "person_name", "why", "before", "after")
    readonly_fields = ("actor_name", "person_name")
    search_fields = ("=target",)
    search_help_text = _("As in the list: games.match/17, accounts.user/4. Or the name of who did it.")
    list_filter = ("verb",)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search by what it was done to, or by who did it: both have an index."""
        if not search_term:
            return queryset, False
        if "/" in search_term:
            return queryset.filter(target=search_term.strip()), False
        actors = User.objects.filter(username=search_term.strip()).values("pk")
        return queryset.filter(actor__in=actors), False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Names come in one more query, for rows that may be gone."""
        return super().get_queryset(request).prefetch_related("actor", "person")

    @admin.display(description=_("Who"))
    def actor_name(self, row: StaffAct) -> str:
        return _name(row.actor_id, row, "actor")

    @admin.display(description=pgettext_lazy("a person", "About"))
    def person_name(self, row: StaffAct) -> str:
        return _name(row.person_id, row, "person")


def _name(pk: int | None, row: StaffAct, field: str) -> str:
    """Return the name of somebody, or the number of one who is gone."""
    if pk is None:
        return ""
    try:
        return str(getattr(row, field) or f"#{pk}")
    except User.DoesNotExist:
        return f"#{pk}"
