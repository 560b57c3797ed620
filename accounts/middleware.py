"""What happens around every request of somebody we know."""

from collections.abc import Callable
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.decorators import sync_only_middleware

from accounts.models import User
from accounts.services.addresses import note_sighting
from accounts.services.guests import stay_known
from accounts.services.preferences import keep_zone_told
from accounts.time_zones import zone_named, zone_of, zone_told

Respond = Callable[[HttpRequest], HttpResponse]
BETWEEN_VISITS = timedelta(hours=1)


@sync_only_middleware
def remember_visit(respond: Respond) -> Respond:
    """Write down when somebody was last here, at most once an hour: a row for every page would be dear."""

    def remember_and_respond(request: HttpRequest) -> HttpResponse:
        user, now = request.user, timezone.now()
        if isinstance(user, User) and now - user.seen_at > BETWEEN_VISITS:
            User.objects.filter(pk=user.pk).update(seen_at=now)
            UserSession.objects.create_from_request(request)
            note_sighting(user=user, request=request)
            if user.is_guest:
                stay_known(request)
        return respond(request)

    return remember_and_respond


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
        keep_zone_told(user=user, zone=zone_told(request))
        with timezone.override(zone_of(user)):
            return respond(request)

    return follow_and_respond
