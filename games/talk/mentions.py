"""Whose name is called in a line: told to whoever may read it."""

from typing import Final

from games.models import ChatLine
from games.play.services.notices import tell_mentioned
from games.talk.conversation import pattern_of
from games.talk.letters import may_read
from games.talk.selectors import people_at_talk

# Who calls more names than these calls nobody.
MOST: Final = 5


def tell_mentions(line: ChatLine) -> None:
    """Tell those whom a line calls by name; the others at the table read it as any other line."""
    if "@" not in line.text:
        return
    here = {user.username.casefold(): user for user in people_at_talk(line.match).exclude(pk=line.author_id)}
    names = pattern_of(here)
    called = {found[1].casefold() for found in names.finditer(line.text)} if names else set()
    looked = dict(line.match.seats.filter(user__isnull=False).values_list("user", "looked_at"))
    for name in sorted(called)[:MOST]:
        if may_read(line, here[name]):
            tell_mentioned(line, here[name], looked.get(here[name].pk))
