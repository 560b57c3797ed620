"""The proof that nobody touched the deal, and the record of a finished match."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.history.deal_proof import prove
from games.history.records import record_of, with_record
from games.labels import table_name
from games.models import Match
from games.play.requests import leave_for, table_or_404
from games.table.views.table import is_scripted


@require_safe
@never_cache
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the promise from the first moment; after the end the secret, and everything that follows from it."""
    match = table_or_404(request, pk)
    if match.is_closed:
        return leave_for(request, match) if is_scripted(request) else redirect(match)
    shown = {
        "pk": match.pk,
        "name": table_name(match),
        "table_url": match.get_absolute_url(),
        "commitment": match.commitment,
        "edition_id": match.edition_id,
        "proof": prove(match),
        "token": request.GET.get("token", ""),
    }
    template = "games/talk/verdict.html" if getattr(request, "htmx", False) else "games/deal_check.html"
    return render(request, template, shown)


@require_safe
@never_cache
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a finished match as a file; of one in play there is none, since a record holds the whole deal."""
    if table_or_404(request, pk).is_closed:
        return redirect("table", pk)
    match = get_object_or_404(with_record(Match.objects.all()), pk=pk)
    response = JsonResponse(record_of(match), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="dream-factory-match-{match.pk}.json"'
    return response
