"""The share card of a finished match."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import override
from django.views.decorators.http import conditional_page, require_safe

from games.history.card import draw_card
from games.lobby.results import for_list, rows_of
from games.models import Match
from games.models.match import DAY, HOUR
from games.play.requests import match_or_404


@require_safe
@conditional_page
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a picture of the result, drawn once for all who ask."""
    match = match_or_404(request, pk)
    if match.status != Match.Status.FINISHED or match.sealed:
        raise Http404
    key = f"card/{match.pk}/{match.version}"
    picture = cache.get(key)
    if picture is None:
        # Whoever fetches it for another site tells no language of a reader.
        with override("en"):
            row, *_ = rows_of(list(for_list(Match.objects.filter(pk=match.pk))), request.user)
            picture = draw_card(row)
        cache.set(key, picture, DAY)
    answer = HttpResponse(picture, content_type="image/png")
    patch_cache_control(answer, private=True, max_age=HOUR)
    return answer
