"""What staff may ask the lists of the admin: Django itself lets whoever sees a list ask for any column of its rows."""

from typing import Any, Final

from django.contrib.admin import ModelAdmin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR, ChangeList
from django.db.models import Model
from django.http import HttpRequest

from accounts.staff.real_history import RealHistory
from accounts.staff.services.trace import trace_search

KEY_LOOKUPS: Final = ("", "__exact", "__in")


class StrictChangeList(ChangeList):
    """Answers the filters it offers, the search and the key; whatever else is asked is a bad request."""

    def get_filters(self, request: HttpRequest) -> Any:
        """Refuse what no filter has taken up."""
        if any("\0" in value for values in self.filter_params.values() for value in values):
            raise DisallowedModelAdminLookup("No column holds that")  # and PostgreSQL would stumble over it
        found = super().get_filters(request)
        left_over = set(found[2]) - _key_lookups(self.model)
        if left_over:
            raise DisallowedModelAdminLookup(f"Filtering by {', '.join(sorted(left_over))} not allowed")
        return found

    @property
    def asked(self) -> dict[str, list[str]]:
        """What was searched for: not in which order, and not which page of it."""
        words = {SEARCH_VAR: [self.query]} if self.query else {}
        return words | self.get_filters_params()


class StrictAdmin(RealHistory):
    """Pages whose lists are strict and remember in the trace what they were asked; their history is that trace."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return StrictChangeList

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Write down what is asked before it is answered."""
        try:
            changes = super().get_changelist_instance(request)
        except IncorrectLookupParameters as refusal:
            raise DisallowedModelAdminLookup("A filter cannot read that") from refusal
        assert isinstance(changes, StrictChangeList)
        if changes.asked:
            trace_search(actor=request.user, rows=str(self.opts.model_name), asked=changes.asked)  # type: ignore[arg-type]
        return changes


def strict(page: type[ModelAdmin] | None) -> type[StrictAdmin]:  # type: ignore[type-arg]
    """Return the same page with a strict list."""
    page = page or ModelAdmin
    return page if issubclass(page, StrictAdmin) else type(page.__name__, (StrictAdmin, page), {})


def _key_lookups(model: type[Model]) -> set[str]:
    key = model._meta.pk
    names = ("pk", key.name, key.attname)
    return {f"{name}{lookup}" for name in names for lookup in KEY_LOOKUPS}
