"""Records that come from elsewhere: brought in, watched, handed on, thrown away; and what one needs to check ours."""

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.people.guest_access import UserRequest, account_required
from games.engine import RecordRefused, edition_files
from games.history.forms import RecordForm
from games.history.replay import replay_of_record
from games.history.requests import record_or_404
from games.history.services import TooManyRecords, forget_record, import_record
from games.history.timeline import CannotReplay
from games.history.views.replay import watch
from games.models import ImportedRecord
from games.table.link_preview import share_of_record


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def records(request: UserRequest) -> HttpResponse:
    """Show one's imported matches, and the form for another one."""
    form = RecordForm(request.POST, request.FILES) if request.method == "POST" else RecordForm()
    if request.method == "POST":
        if not ratelimit.consume(request, app="allauth.account", action="import_record"):
            return ratelimit.respond_429(request)
        imported = _bring_in(form, request.user) if form.is_valid() else None
        if imported is not None:
            messages.success(request, _("Every move was checked. Here is the match."))
            return redirect(imported)
    shown = {"form": form, "records": request.user.imported_records.order_by("-created_at", "-pk")}
    return render(request, "games/history/records.html", shown, status=422 if form.errors else 200)


@require_safe
@conditional_page
def record(request: HttpRequest, token: str, number: int | None = None) -> HttpResponse:
    """Show a record as a replay, for everybody who has its link."""
    imported = record_or_404(token)
    try:
        replay = replay_of_record(imported)
    except CannotReplay:
        return render(request, "games/history/unknown_record.html", {"imported": imported})
    return watch(request, replay, number, {"imported": imported, "share": share_of_record(imported)})


@require_safe
def record_file(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same as the file it came as, tidied."""
    answer = JsonResponse(record_or_404(token).record, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="dream-factory-match.json"'
    return answer


@require_POST
@account_required
def throw_away(request: UserRequest, token: str) -> HttpResponse:
    """Let go of a record of one's own."""
    if not forget_record(owner=request.user, token=token):
        raise Http404
    messages.success(request, _("The record is deleted."))
    return redirect("records")


@require_safe
def edition_file(request: HttpRequest, edition_id: str) -> HttpResponse:
    """Show an edition as the site plays it: whoever deals again from a secret needs the order of its tiles."""
    path = edition_files().get(edition_id)
    if path is None:
        raise Http404
    answer = HttpResponse(path.read_bytes(), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return answer


def _bring_in(form: RecordForm, owner: User) -> ImportedRecord | None:
    """Return the record, or None with the reason told at the form."""
    file = form.cleaned_data["file"]
    try:
        return import_record(owner=owner, raw=file.read(), title=form.cleaned_data["title"])
    except RecordRefused as refusal:
        words = _("This record is refused at %(where)s: %(why)s.")
        form.add_error("file", words % {"where": refusal.where, "why": refusal.why.rstrip(".")})
    except TooManyRecords:
        form.add_error(None, _("You have reached the limit for imported matches. Delete one first."))
    return None
