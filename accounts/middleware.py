"""What happens around every request of somebody we know."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware

from accounts.entrance.services.guests import stay_known
from accounts.models import User
from accounts.people.services.preferences import keep_zone_told
from accounts.staff.services.addresses import note_sighting
from accounts.staff.services.devices import mark_device, note_device
from accounts.time_zones import zone_named, zone_of, zone_told

Respond = Callable[[HttpRequest], HttpResponse]
# Shorter than tournaments take somebody for present who was seen here (TOURNAMENT_PRESENCE_MINUTES).
BETWEEN_VISITS = timedelta(minutes=10)


@sync_only_middleware
def remember_visit(respond: Respond) -> Respond:
    """Write down when somebody was last here, a few times an hour at most: a row for every page would be dear."""

    def remember_and_respond(request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and is_new_visit(user):
            User.objects.filter(pk=user.pk).update(seen_at=timezone.now())
            UserSession.objects.create_from_request(request)
            note_sighting(user=user, request=request)
            note_device(user=user, request=request)
            if user.is_guest:
                stay_known(request)
        response = respond(request)
        mark_device(request=request, response=response)
        return response

    return remember_and_respond


def is_new_visit(user: User) -> bool:
    """Tell whether somebody was last here so long ago that it is to be noted again."""
    return timezone.now() - user.seen_at > BETWEEN_VISITS


@sync_only_middleware
def follow_preferences(respond: Respond) -> Respond:
    """Answer in the person's language and time zone, wherever they log in."""

    def follow_and_respond(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            with timezone.override(zone_named(zone_told(request))):
                return respond(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        keep_zone_told(request=request, user=user, zone=zone_told(request))
        with timezone.override(zone_of(user)):
            return respond(request)

    return follow_and_respond


# Settings, addresses, sessions, second factors and their codes, data to take along, one's case with the moderators.
PRIVATE: Final = ("account/", "settings/", "standing/", "reports/", "notices/")


@sync_only_middleware
def keep_private(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Tell browsers and proxies to store nothing of these pages: the next at a shared device goes back in vain."""

    def respond_privately(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        if request.resolver_match and request.resolver_match.route.startswith(PRIVATE):
            add_never_cache_headers(response)
        return response

    return respond_privately
