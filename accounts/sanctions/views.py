"""My sanctions: what was imposed on me, why, until when, and my appeal."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.people.guest_access import UserRequest, login_required
from accounts.people.redirects import next_url
from accounts.sanctions.forms import AppealForm
from accounts.sanctions.selectors import ban_on, sanctions_of, unread_of
from accounts.sanctions.services.appeals import AppealRefused
from accounts.sanctions.services.appeals import appeal as write_appeal
from accounts.sanctions.services.sanctions import confirm_read
from accounts.staff.announcements import put_away


@require_safe
@login_required
@never_cache
def sanctions_page(request: UserRequest) -> HttpResponse:
    """Show everything that was imposed on me, with the form of an appeal where one is open."""
    cases = [(one, AppealForm(auto_id=f"appeal-{one.pk}-%s")) for one in sanctions_of(request.user)]
    shown = {
        "cases": cases,
        "ban": ban_on(request.user),
        "unread": unread_of(request.user),
    }
    return render(request, "accounts/sanctions.html", shown)


@require_POST
@login_required
def read(request: UserRequest) -> HttpResponse:
    """Confirm that I have read it."""
    confirm_read(user=request.user)
    return redirect("standing")


@require_POST
@login_required
def appeal(request: UserRequest, pk: int) -> HttpResponse:
    """Say something against it, once."""
    form = AppealForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write in a few sentences why it should be undone."))
        return redirect("standing")
    try:
        write_appeal(user=request.user, sanction_id=pk, text=form.cleaned_data["text"])
        messages.success(request, _("Your appeal has been sent to the moderators. Their answer will appear here."))
    except AppealRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("standing")


@require_POST
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Put an announcement away."""
    response = HttpResponseRedirect(next_url(request, "home"))
    put_away(request=request, response=response, announcement_id=pk)
    return response
