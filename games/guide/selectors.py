"""How far the guide has come: at a table, and with a person."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Guide, Match, Seat


def guides_at(match: Match) -> dict[int, Guide]:
    """Return whom the guide accompanies at a table, by user."""
    return {guide.user_id: guide for guide in Guide.objects.filter(match=match)}


def guide_of(user: User) -> Guide | None:
    """Return how far the guide has come with somebody; None for whoever never had one."""
    return Guide.objects.filter(user=user).select_related("match__host").defer("match__state").first()


def tables_for_guide(user: User) -> QuerySet[Match]:
    """Return somebody's matches in play against AIs alone: nobody else waits there while they read."""
    others = Seat.objects.filter(match=OuterRef("pk")).exclude(user=None).exclude(user=user)
    playing = Match.objects.filter(~Exists(others), seats__user=user, status=Match.Status.RUNNING)
    return playing.select_related("host").defer("state").order_by("-changed_at")
