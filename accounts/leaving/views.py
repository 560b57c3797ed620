"""Taking one's data along, ending sessions, and going for good."""

from allauth.account.decorators import reauthentication_required
from allauth.core.internal import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.leaving.forms import DeleteAccountForm
from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.people.guest_access import UserRequest, account_required


@account_required
def data(request: UserRequest) -> HttpResponse:
    """Explain what one can take along and what stays."""
    return render(request, "accounts/settings/data.html")


@require_safe
@account_required
@reauthentication_required(app="accounts")
@never_cache
def download(request: UserRequest) -> HttpResponse:
    """Hand out everything we know about somebody as a file."""
    if not ratelimit.consume(request, app="allauth.account", action="take_out", limit_get=True):
        return ratelimit.respond_429(request)
    answer = JsonResponse(take_out(user=request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="dream-factory-{timezone.now():%Y-%m-%d}.json"'
    return answer


@account_required
@reauthentication_required(app="accounts")
def delete(request: UserRequest) -> HttpResponse:
    """Delete the account once its name is typed."""
    form = DeleteAccountForm(request.POST or None, user=request.user)
    if not form.is_valid():
        return render(request, "accounts/settings/delete.html", {"form": form})
    delete_account(user=request.user)
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return redirect("home")


@require_POST
@account_required
def end_session(request: UserRequest, pk: int) -> HttpResponse:
    """End one of my sessions elsewhere."""
    get_object_or_404(UserSession, pk=pk, user=request.user).end()
    messages.success(request, _("That session is over."))
    return redirect("usersessions_list")
