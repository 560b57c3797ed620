"""The operator's page."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.operations.page import look_around


@admin.site.admin_view
@require_safe
def engine_room(request: HttpRequest) -> HttpResponse:
    """Show administrators how the site is doing; the door is the admin's own, with its second factor."""
    if not request.user.has_perm("games.keep_house"):
        raise PermissionDenied
    return render(request, "games/operations/engine_room.html", {"room": look_around()})
