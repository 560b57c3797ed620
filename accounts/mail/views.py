"""No more mail of one kind: by the link in a mail, without logging in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.mail.messages import unseal
from accounts.people.services.preferences import stop_notice


@csrf_exempt  # the reader's mail program posts for them (RFC 8058); the sealed link is all it needs to know
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether one is sure, and then write no more: opening the link does nothing."""
    wish = unseal(token)
    if wish is None:
        raise Http404
    user_id, notice = wish
    if request.method == "POST":
        stop_notice(user_id=user_id, notice=notice)
    return render(request, "accounts/notices_off.html", {"notice": notice, "is_off": request.method == "POST"})
