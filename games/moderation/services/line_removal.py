"""Taking a line of talk away, and giving it back: the log keeps it, readers see that something was removed."""

from django.db import transaction

from accounts.models import User
from accounts.staff.services.trace import trace
from games import broadcast
from games.models import ChatLine


def remove_line(*, actor: User, line_id: int, why: str) -> ChatLine:
    """Remove a line from everybody's eyes."""
    return _set_removed(actor, line_id, why, removed=True)


def restore_line(*, actor: User, line_id: int, why: str) -> ChatLine:
    """Show a line again."""
    return _set_removed(actor, line_id, why, removed=False)


def _set_removed(actor: User, line_id: int, why: str, *, removed: bool) -> ChatLine:
    with transaction.atomic():
        line = ChatLine.objects.select_for_update().get(pk=line_id)
        if line.removed == removed:
            return line
        line.removed = removed
        line.save(update_fields=["removed"])
        trace(
            actor=actor,
            verb="remove line" if removed else "restore line",
            why=why,
            target=line,
            person=line.author,
            before={"removed": not removed, "text": line.text},
            after={"removed": removed},
        )
        broadcast.announce_talk_anew(line.match_id)
        return line
