"""Tools: what staff may do to one row, each a page with a form, a reason and a service behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from accounts.models import User
from accounts.sanctions.services.sanctions import CannotSanction
from accounts.staff.services.addresses import CannotBan
from accounts.staff.services.trace import NoReason

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class Template:
    """Words that are often needed: offered, put into a field in the language of whoever reads them, and changed."""

    name: str
    label: Words
    field: str
    text: Words
    reader: Callable[[Any], User | None]  # of a row
    names: Callable[[Any], dict[str, str]] = lambda row: {}  # what is filled in

    def filled(self, row: Any) -> str:
        """Return the text for a row, in the language of its reader."""
        reader = self.reader(row)
        with override((reader.language if reader else "") or settings.LANGUAGE_CODE):
            return str(self.text) % {"name": str(reader or ""), **self.names(row)}


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One act: the words on its button, who may, when it makes sense, what it asks, and what it does."""

    name: str
    words: Words
    form: type[forms.Form]
    act: Callable[..., object]  # (actor, row, **what the form asked)
    permissions: tuple[str, ...]  # any of them
    applies: Callable[[Any], bool] = lambda row: True
    fit: Callable[[forms.Form, Any], None] = lambda form, row: None  # offers what the row has
    help: Words = ""
    icon: str = "settings"
    is_grave: bool = False
    templates: tuple[Template, ...] = ()

    def is_for(self, user: Any) -> bool:
        """Tell whether somebody's role has it."""
        return any(user.has_perm(permission) for permission in self.permissions)


def offered_words(request: HttpRequest, tool: Tool, row: Any) -> dict[str, str]:
    """Return what a template puts into the form, where one was asked for by the address."""
    wanted = request.GET.get("words", "")
    return {template.field: template.filled(row) for template in tool.templates if template.name == wanted}


class ToolForm(forms.Form):
    """What every tool asks."""

    why = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Kept in the moderation log."),
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class WithTools(admin.ModelAdmin):  # type: ignore[type-arg]
    """Pages whose rows have tools."""

    tools: Sequence[Tool] = ()
    refusals: tuple[type[Exception], ...] = (CannotSanction, CannotBan, NoReason)
    change_form_template = "admin/with_tools.html"

    def get_urls(self) -> list[URLPattern]:
        """Return one address for each row and tool."""
        return [
            path(
                "<path:object_id>/do/<slug:tool>/",
                self.admin_site.admin_view(self.tool_view),
                name=f"{self.opts.app_label}_{self.opts.model_name}_do",
            ),
            *super().get_urls(),
        ]

    def tools_for(self, user: Any, row: Any) -> list[tuple[Tool, str]]:
        """Return what somebody can do to a row now, and where."""
        address = f"admin:{self.opts.app_label}_{self.opts.model_name}_do"
        return [
            (tool, reverse(address, args=[row.pk, tool.name]))
            for tool in self.tools
            if tool.is_for(user) and tool.applies(row)
        ]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Show the tools above the row."""
        row = kwargs.get("obj") or context.get("original")
        context["tools"] = self.tools_for(request.user, row) if row else []
        return super().render_change_form(request, context, *args, **kwargs)

    def tool_view(self, request: HttpRequest, object_id: str, tool: str) -> HttpResponse:
        """Ask what the tool asks, do it, and say so."""
        chosen = next((known for known in self.tools if known.name == tool), None)
        row = self.get_object(request, object_id)
        if chosen is None or row is None:
            raise Http404
        if not chosen.is_for(request.user) or not self.has_view_permission(request, row):
            raise PermissionDenied
        if not chosen.applies(row):
            messages.error(request, _("That is no longer possible: somebody else may have done it already."))
            return redirect(self.page_of(row))
        form = chosen.form(
            request.POST if request.method == "POST" else None, initial=offered_words(request, chosen, row)
        )
        chosen.fit(form, row)
        if request.method == "POST" and form.is_valid() and self.attempt(request, chosen, row, form):
            return redirect(self.page_of(row))
        return self.show_tool(request, chosen, row, form)

    def attempt(self, request: HttpRequest, tool: Tool, row: Any, form: forms.Form) -> bool:
        """Do it, or say in the form why not."""
        assert isinstance(request.user, User)
        try:
            tool.act(request.user, row, **form.cleaned_data)
        except self.refusals as refusal:
            form.add_error(None, str(refusal) or _("Say why."))
            return False
        messages.success(request, _("Done: %(tool)s.") % {"tool": tool.words})
        return True

    def show_tool(self, request: HttpRequest, tool: Tool, row: Any, form: forms.Form) -> HttpResponse:
        """Show the page of a tool."""
        context = {
            **self.admin_site.each_context(request),
            "title": tool.words,
            "tool": tool,
            "row": row,
            "back": self.page_of(row),
            "form": form,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/tool.html", context, status=422 if form.errors else 200)

    def page_of(self, result: Any) -> str:
        """Return where a row is shown."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[result.pk])
