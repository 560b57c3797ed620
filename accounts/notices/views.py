"""The service worker, through which a browser shows what happens though no page is open."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Hand out the script; a browser asks now and then whether there is a new one."""
    return HttpResponse(_script(), content_type="text/javascript")


@cache
def _script() -> bytes:
    return bytes((settings.BASE_DIR / "static" / "js" / "service-worker.js").read_bytes())
