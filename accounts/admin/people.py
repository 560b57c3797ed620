"""People and their roles in the admin."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.admin.factors import CONFIRM_FACTOR, REMOVE_FACTORS
from accounts.admin.parts import Quick, ReadOnly, Traced, WhyForm
from accounts.admin.person_file import panel_of
from accounts.admin.sanctioning import TOOLS
from accounts.admin.tools import WithTools
from accounts.lookalikes import lookalike_key
from accounts.models import Block, User
from accounts.people.panels import file_panels_of
from accounts.staff.services.factors import CannotConfirm

# Secrets of second factors, addresses and sessions are nobody's business, and not to be changed past their owners.
for private in (Authenticator, EmailAddress, UserSession):
    admin.site.unregister(private)
admin.site.unregister(Group)


class AddPersonForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Somebody who need not register, and why."""

    why = WhyForm.base_fields["why"]


@admin.register(User)
class UserAdmin(WithTools, Quick, Traced, DjangoUserAdmin):  # type: ignore[type-arg]
    """Everybody: staff find people and open their file, administrators give roles."""

    form = WhyForm
    add_form = AddPersonForm
    tools = (*TOOLS, CONFIRM_FACTOR, REMOVE_FACTORS)
    refusals = (*WithTools.refusals, CannotConfirm)
    fieldsets = (
        (None, {"fields": ("username", "is_guest", "about")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined", "seen_at", "left_at")}),
    )
    filter_horizontal = ("groups",)
    list_display = ("username", "is_guest", "is_staff", "under_sanction", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_staff", "is_active", "under_sanction")
    search_fields = ("name_key",)
    search_help_text = _("The beginning of a name, or a number.")
    change_form_template = "admin/with_tools.html"

    def get_urls(self) -> list[URLPattern]:
        """Give the file of a person an address of its own."""
        page = self.admin_site.admin_view(self.file_view)
        return [path("<int:pk>/file/", page, name="person-file"), *super().get_urls()]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Roles can be given; who may do everything is made by somebody who already may."""
        if obj is None:
            return ()
        shown = ("username", "is_guest", "about", "last_login", "date_joined", "seen_at", "left_at")
        return shown if request.user.is_superuser else (*shown, "is_superuser")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[QuerySet[User], bool]:
        """By the beginning of the name however it is spelled, which the index finds; or by number."""
        if not search_term:
            return queryset, False
        if search_term.isascii() and search_term.isdigit():
            return queryset.filter(pk=int(search_term[:18])), False
        return queryset.filter(name_key__startswith=lookalike_key(search_term)), False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Names lead to files."""
        changes = super().get_changelist_instance(request)
        changes.url_for_result = self.page_of  # type: ignore[method-assign]
        return changes

    def page_of(self, result: Any) -> str:
        """Return where a person is shown: their file."""
        return reverse("admin:person-file", args=[result.pk])

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("accounts.see_person")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody takes roles from who may do more: that one could then be banned or deleted, too."""
        is_above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not is_above and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # accounts are deleted by the service, which keeps other people's matches whole

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Roles are for administrators; for everybody else a person is their file."""
        row = self.get_object(request, object_id)
        if row and not self.has_change_permission(request, row) and self.has_view_permission(request):
            return redirect(self.page_of(row))
        return super().change_view(request, object_id, *args, **kwargs)

    def user_change_password(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Nobody sets the password of another: they ask for a link by mail."""
        raise PermissionDenied

    def file_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show all about a person on one page."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        person, reader = get_object_or_404(User, pk=pk), request.user
        assert isinstance(reader, User)
        context = {
            **self.admin_site.each_context(request),
            "title": person.display_name,
            "person": person,
            "tools": self.tools_for(request.user, person) if person != request.user else [],
            "panels": file_panels_of(person=person, reader=reader, own=panel_of(person, reader)),
            "opts": self.opts,
            "may_give_roles": self.has_change_permission(request, person),
        }
        return TemplateResponse(request, "admin/person_file.html", context)


@admin.register(Group)
class GroupAdmin(Traced, DjangoGroupAdmin):
    """Roles: what each may do."""

    form = WhyForm


@admin.register(Block)
class BlockAdmin(ReadOnly, Quick):
    """Who keeps whom away, to understand complaints."""

    list_display = ("blocker", "blocked", "made_at")
    raw_id_fields = ("blocker", "blocked")
    list_select_related = ("blocker", "blocked")
