"""One's calendar for programs, and the page with its address."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.mail.messages import language_of
from accounts.people.guest_access import UserRequest, account_required
from games.feeds.calendars import write_calendar
from games.feeds.selectors import entries_of, reader_of
from games.feeds.services import forget_address, make_address
from games.models import CalendarAddress


@require_safe
@never_cache
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Give the calendar to whoever knows its address, worded for its owner."""
    reader = reader_of(token)
    if reader is None:
        raise Http404
    with translation.override(language_of(reader)):
        answer = HttpResponse(write_calendar(entries_of(reader)), content_type="text/calendar; charset=utf-8")
    answer["X-Robots-Tag"] = "noindex"
    return answer


@account_required
def settings_page(request: UserRequest) -> HttpResponse:
    """Show the address of one's calendar."""
    found = CalendarAddress.objects.filter(user=request.user).first()
    address = settings.SITE_URL + reverse("calendar", args=[found.token]) if found else ""
    return render(request, "games/feeds/settings.html", {"address": address})


@require_POST
@account_required
def renew(request: UserRequest) -> HttpResponse:
    """Make an address, or another one."""
    make_address(user=request.user)
    messages.success(request, _("Your calendar has a new address."))
    return redirect("settings-calendar")


@require_POST
@account_required
def forget(request: UserRequest) -> HttpResponse:
    """Switch the calendar off."""
    forget_address(user=request.user)
    messages.success(request, _("Your calendar is switched off."))
    return redirect("settings-calendar")
