"""Language and light, for everybody, from any page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts.models import Theme
from accounts.people.redirects import next_url
from accounts.people.services.preferences import choose_language, choose_theme


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Make the site light or dark, or leave it to the device."""
    chosen = request.POST.get("theme", "")
    if chosen not in Theme.values:
        return HttpResponseBadRequest()
    response = HttpResponseRedirect(next_url(request, "home"))
    choose_theme(user=request.user, theme=chosen, response=response)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest()
    response = HttpResponseRedirect(next_url(request, "home"))
    choose_language(user=request.user, language=chosen, response=response)
    return response
