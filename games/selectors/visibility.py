"""Who finds the way to a table."""

import secrets

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Invitation, Match

Viewer = User | AnonymousUser


def find_table(match_id: int, viewer: Viewer, token: str = "") -> Match | None:
    """The table, if this viewer may know of it."""
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    return match if match and may_see(match, viewer, token) else None


def find_table_by_token(token: str) -> Match | None:
    """The table whose invite link this is."""
    if not token.isprintable():  # PostgreSQL does not even compare a NUL
        return None
    return Match.objects.select_related("host").filter(invite_token=token).first()


def may_see(match: Match, viewer: Viewer, token: str = "") -> bool:
    """Who sits or hosts there always; others by the table's visibility, and once it is played only as spectators."""
    if belongs_to(match, viewer):
        return True
    if match.has_begun and not match.spectators_allowed:
        return False
    if match.visibility == Match.Visibility.PUBLIC or is_invited(match, viewer):
        return True
    return match.visibility == Match.Visibility.UNLISTED and has_token(match, token)


def belongs_to(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer hosts the table or sits at it. Who looks after the house has no more rights at a table."""
    if not isinstance(viewer, User):
        return False
    return match.host_id == viewer.pk or match.seats.filter(user=viewer).exists()


def is_invited(match: Match, viewer: Viewer) -> bool:
    if not isinstance(viewer, User):
        return False
    return match.invitations.filter(user=viewer).exclude(status=Invitation.Status.BARRED).exists()


def has_token(match: Match, token: str) -> bool:
    return secrets.compare_digest(token.encode(), match.invite_token.encode())
