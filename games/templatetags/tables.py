"""What templates say about tables."""

from django import template

from games import labels
from games.edition_words import level_character, words_of
from games.models import Match
from games.models.seat import AI_SHARE

register = template.Library()
register.filter("table_name", labels.table_name)
register.filter("seat_name", labels.seat_name)
register.filter("level_character", level_character)
register.filter("pace_words", labels.pace_words)
register.filter("rating_limits", labels.rating_limits)
register.filter("either_of", labels.either_of)
register.filter("about_minutes", labels.about_minutes)


@register.simple_tag
def ai_share() -> int:
    """Return one in how many decisions an AI may make while a result is still somebody's: {% ai_share as share %}."""
    return AI_SHARE


@register.filter
def edition_name(match: Match) -> str:
    """Return the edition a table plays: `Dream Factory 2009`."""
    return words_of(match.edition_id).name
