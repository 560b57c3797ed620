"""The talk of a waiting room, for its page, which knows nothing of talk."""

from dataclasses import replace
from typing import Any

from django import template

from games.models import Match
from games.talk.panel import Talk, talk_of

register = template.Library()


@register.simple_tag(takes_context=True)
def room_talk(context: dict[str, Any], match: Match) -> Talk | None:
    """Return what is said at a table that waits; nothing where it is quiet: {% room_talk match as talk %}."""
    if not match.chat_allowed:
        return None
    # Whoever came by an invite link has its token in the path.
    return replace(talk_of(context["request"], match), token=context.get("token", ""))
