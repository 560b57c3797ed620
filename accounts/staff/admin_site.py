"""The admin site: for staff alone, and only with a second factor that is known to be theirs."""

from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.internal.httpkit import add_query_params
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.contenttypes.models import ContentType
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.staff.services.factors import has_confirmed, is_confirmed, waiting_factors
from accounts.staff.strict_lists import strict

DEMO_MODERATOR: Final = "moderator@demo.invalid"  # an address that can be nobody's


class StaffAdminSite(AdminSite):
    """Django's admin behind the site's own log-in: the admin's would neither slow down guessers nor ask for more."""

    site_header = site_title = gettext_lazy("Dream Factory: staff")
    index_title = gettext_lazy("What is to be done")
    enable_nav_sidebar = False

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Let no list be asked for more than it offers, whoever wrote it."""
        super().register(model_or_iterable, strict(admin_class), **options)

    def get_urls(self) -> list[Any]:
        """Let the way to the site ask first."""
        way = "r/<path:content_type_id>/<path:object_id>/"
        return [path(way, self.admin_view(self.view_on_site), name="view_on_site"), *super().get_urls()]

    def view_on_site(self, request: HttpRequest, content_type_id: str, object_id: str) -> HttpResponse:
        """Lead to the page of a row that the reader may see: the address of another can be its very secret."""
        kinds = ContentType.objects.get_for_models(*self._registry)
        seen = {str(kinds[model].pk) for model, page in self._registry.items() if page.has_view_permission(request)}
        if content_type_id not in seen:
            raise PermissionDenied
        return shortcut(request, content_type_id, object_id)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """No form here completes what is typed, so nobody searches by it."""
        raise PermissionDenied

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in staff who showed a confirmed second factor in this very session."""
        if not super().has_permission(request):
            return False
        return is_local(request) or (has_shown_confirmed_factor(request) and not is_demo_moderator(request))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead everybody to what they lack: the log-in, a second factor, its confirmation, or showing it once more."""
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        after = wanted if wanted.startswith(reverse("admin:index")) else reverse("admin:index")
        if not isinstance(request.user, User):
            return redirect(add_query_params(resolve_url(settings.LOGIN_URL), {REDIRECT_FIELD_NAME: after}))
        if not (request.user.is_active and request.user.is_staff):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect(after)
        if is_demo_moderator(request):
            raise PermissionDenied
        if has_confirmed(request.user):
            return self.ask_for_factor(request, after)
        if is_mfa_enabled(request.user):
            return render(request, "accounts/factor_waits.html", {"factors": waiting_factors(request.user)}, status=403)
        messages.warning(request, _("Staff need a second factor. Set one up here first."))
        return redirect("mfa_index")

    def ask_for_factor(self, request: HttpRequest, after: str) -> HttpResponse:
        """Ask for the confirmed one; who has just shown another is told so, or would be asked again and again."""
        if shown_factors(request):
            messages.warning(request, _("Only a confirmed second factor opens the admin."))
        return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({REDIRECT_FIELD_NAME: after})}")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Change one's password where everybody does."""
        return redirect("account_change_password")


def has_shown_confirmed_factor(request: HttpRequest) -> bool:
    """Tell whether this session was opened or confirmed with one: having one somewhere is not enough."""
    shown = shown_factors(request)
    return bool(shown) and isinstance(request.user, User) and is_confirmed(user=request.user, shown=shown)


def shown_factors(request: HttpRequest) -> set[int]:
    """Return the numbers of the second factors that were asked for in this session."""
    user = request.user
    records = get_authentication_records(request, user) if isinstance(user, User) else []
    return {int(record["id"]) for record in records if record.get("method") == "mfa" and record.get("id")}


def is_demo_moderator(request: HttpRequest) -> bool:
    """Tell whether this is the demonstration's moderator, whose password everybody knows: good on one machine only."""
    return getattr(request.user, "email", "") == DEMO_MODERATOR


def is_local(request: HttpRequest) -> bool:
    """Tell whether a developer sits at this very machine: settings allow that only where nobody else can come in."""
    if not settings.ALONE_ON_THIS_MACHINE:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
