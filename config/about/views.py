"""Pages about the site itself."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.mail.services import KEPT_FOR as LETTERS_KEPT_FOR
from accounts.staff.services.addresses import KEPT_FOR as ADDRESSES_KEPT_FOR

# What costs much to draw and tells a search engine nothing, or belongs to one reader alone.
NOT_FOR_ROBOTS = ("/account/", "/admin/", "/settings/", "/tables/", "/api/")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Tell what is kept, for how long and who sees it, by the numbers that the code goes by."""
    kept = {
        "guest_days": settings.GUEST_DAYS,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "letter_days": LETTERS_KEPT_FOR.days,
        "address_days": ADDRESSES_KEPT_FOR.days,
    }
    return render(request, "about/privacy.html", {**kept, "operator": settings.OPERATOR})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Tell what everybody agrees to."""
    return render(request, "about/terms.html", {"operator": settings.OPERATOR})


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Tell who runs the site, where they have said so."""
    if not settings.OPERATOR["name"]:
        raise Http404
    return render(request, "about/imprint.html", {"operator": settings.OPERATOR})


@require_safe
@cache_control(public=True, max_age=60 * 60)
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines what to leave alone."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS),
        f"Sitemap: {settings.SITE_URL}/sitemap.xml",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead programs that look nowhere else to our icon."""
    return redirect(static("icons/favicon.ico"))
