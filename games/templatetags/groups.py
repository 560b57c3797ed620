"""The reader's groups, where a template wants them."""

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.groups.selectors import groups_of
from games.models import PlayerGroup

register = template.Library()


@register.simple_tag
def groups_of_reader(user: User | AnonymousUser) -> list[PlayerGroup]:
    """Return the groups somebody belongs to: {% groups_of_reader user as groups %}."""
    return list(groups_of(user)) if isinstance(user, User) and not user.is_guest else []
