"""What happened since somebody looked, for the lobby, which knows no tables' insides."""

from django import template

from accounts.models import User
from games.watch import since

register = template.Library()


@register.simple_tag
def since_looked(user: User) -> since.Since:
    """Return what somebody has not seen: {% since_looked user as since %}."""
    return since.since_looked(user)
