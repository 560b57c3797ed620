"""The trace in words: what was done to a row, and what somebody did of late."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse

from accounts.models import StaffAct, User
from accounts.staff.services.trace import name_of
from accounts.staff.told_acts import told

MAY_READ_TRACE: Final = "accounts.view_staffact"
MOST: Final = 200


@dataclass(frozen=True, slots=True)
class ToldAct:
    """One act, as a sentence is made of it."""

    at: datetime
    who: str
    words: str
    target: str
    url: str
    why: str


def tell_acts(acts: QuerySet[StaffAct], *, with_target: bool = True) -> list[ToldAct]:
    """Return acts in words, in the order given; people who are gone are numbers."""
    rows = list(acts)
    people = User.objects.in_bulk({row.actor_id for row in rows if row.actor_id})
    return [_told(row, people, with_target=with_target) for row in rows]


def recent_acts(reader: User, count: int) -> list[ToldAct]:
    """Return what staff did of late: all of it for whoever may read the trace, for others what they did themselves."""
    acts = StaffAct.objects.all() if reader.has_perm(MAY_READ_TRACE) else StaffAct.objects.filter(actor=reader)
    return tell_acts(acts[:count])


def acts_at(row: Any, reader: User) -> list[ToldAct]:
    """Return what was done to a row, as far as somebody may read it."""
    acts = StaffAct.objects.filter(target=name_of(row))
    if not reader.has_perm(MAY_READ_TRACE):
        acts = acts.filter(actor=reader)
    return tell_acts(acts[:MOST], with_target=False)


class RealHistory(ModelAdmin):  # type: ignore[type-arg]
    """Pages whose history is the trace: Django's own log knows nothing of what services do."""

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Show the trace of a row."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        assert isinstance(request.user, User)
        context = {
            **self.admin_site.each_context(request),
            "title": str(row),
            "object": row,
            "opts": self.opts,
            "acts": acts_at(row, request.user),
            "is_partial": not request.user.has_perm(MAY_READ_TRACE),
        }
        return TemplateResponse(request, "admin/object_history.html", context)


def _told(row: StaffAct, people: dict[int, User], *, with_target: bool) -> ToldAct:
    actor = people.get(row.actor_id or 0)
    who = str(actor) if actor else f"#{row.actor_id}" if row.actor_id else "manage.py"
    target, url = _target(row.target) if with_target else ("", "")
    return ToldAct(row.at, who, told(row.verb, target), target, url, row.why)


def _target(name: str) -> tuple[str, str]:
    """Return `match 17` and its page for `games.match/17`; a model that is gone has no page."""
    label, _slash, key = name.partition("/")
    if not key:
        return "", ""
    app, _dot, model = label.partition(".")
    try:
        words = str(apps.get_model(app, model)._meta.verbose_name)
        return f"{words} {key}", reverse(f"admin:{app}_{model}_change", args=[key])
    except (LookupError, NoReverseMatch):
        return name, ""
