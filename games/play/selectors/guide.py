"""Whether the guide speaks to somebody: then nothing is played for them by itself."""

from games.models import Guide, Match


def is_guided(match: Match, user_id: int | None) -> bool:
    """Tell whether the guide speaks to somebody at a table."""
    return Guide.objects.filter(match=match, user=user_id, is_on=True).exists()
