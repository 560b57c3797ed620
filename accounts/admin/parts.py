"""What the pages of the admin share: quick lists, pages that only show, changes that are traced."""

from functools import cached_property
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.staff.services.trace import trace

# Nobody leafs further; counting millions of rows for every page would take longer than reading them.
COUNTED_AT_MOST: Final = 2_000


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than anybody leafs."""

    @cached_property
    def count(self) -> int:
        """As many as there are, or as many as are shown."""
        rows: Any = self.object_list
        return int(rows[:COUNTED_AT_MOST].count())


class Quick(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list over any number of rows: the newest first, found by what has an index."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 200
    ordering: ClassVar[Any] = ("-pk",)


class ReadOnly:
    """Only services write; the admin looks."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class WhyForm(forms.ModelForm):  # type: ignore[type-arg]
    """Every change says why."""

    why = forms.CharField(
        label=_("Why"), help_text=_("Kept in the moderation log."), max_length=500, widget=forms.Textarea
    )


class Traced(admin.ModelAdmin):  # type: ignore[type-arg]
    """Changes made by forms of the admin come into the trace, with what was before and after."""

    form = WhyForm

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Ask for the reason at the end of every form that can be saved."""
        fieldsets: list[Any] = list(super().get_fieldsets(request, obj))
        may_save = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        named = {name for _title, options in fieldsets for name in options["fields"]}
        if may_save and "why" not in named:
            fieldsets.append((None, {"fields": ("why",)}))
        if not may_save:
            fieldsets = [(title, _without_why(options)) for title, options in fieldsets]
        return fieldsets

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Remember a row as it was before anybody changed it."""
        found = super().get_object(request, object_id, from_field)
        if found is not None:
            request.row_before = facts_of(found)  # type: ignore[attr-defined]
        return found

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._trace(request, "add", obj, {}, facts_of(obj))
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._trace(request, "change", obj, getattr(request, "row_before", {}), facts_of(obj))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for row in queryset:
            self._trace(request, "delete", row, facts_of(row), {})
        return super().log_deletions(request, queryset)

    def _trace(
        self, request: HttpRequest, verb: str, row: Model, before: dict[str, Any], after: dict[str, Any]
    ) -> None:
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        trace(
            actor=request.user,  # type: ignore[arg-type]
            verb=f"{verb} {row._meta.model_name}",
            why=request.POST.get("why") or str(row),
            target=row,
            person=row if row._meta.label == "accounts.User" else None,  # type: ignore[arg-type]
            before={name: before.get(name) for name in changed} if verb == "change" else before,
            after={name: after.get(name) for name in changed} if verb == "change" else after,
        )


def facts_of(row: Model) -> dict[str, Any]:
    """Return a row as plain values, without what is secret."""
    plain = {field.name: _plain(field.value_from_object(row)) for field in row._meta.concrete_fields}
    several = {field.name: sorted(map(str, getattr(row, field.name).all())) for field in row._meta.many_to_many}
    plain.pop("password", None)
    return plain | several


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | dict | list | None) else str(value)


def _without_why(options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "fields": tuple(name for name in options["fields"] if name != "why")}
