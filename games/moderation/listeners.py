"""What games do when staff act: sanctions reach open sockets, open tables and running matches at once."""

from typing import Any

from django.db.models.signals import post_delete, post_migrate, post_save
from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.people.panels import Panel
from accounts.signals import account_leaving, collect_file_panels, sanction_imposed
from games.broadcast import announce_end_of, person_group
from games.models import FilterWord
from games.moderation.admin.person_file import panel_of
from games.moderation.roles import make_missing_roles
from games.moderation.services.filters import forget_filters
from games.moderation.services.moderate_match import remove_from_games, remove_from_rated
from games.moderation.services.reports import forget_reports


@receiver(sanction_imposed)
def act_at_once(sanction: Sanction, **kwargs: Any) -> None:
    """Remove whoever is banned from games at once, so that nobody waits for them."""
    if sanction.is_ban:
        remove_from_games(user=sanction.user)
        announce_end_of(person_group(sanction.user_id))
    elif sanction.kind == Sanction.Kind.UNRATED:
        remove_from_rated(user=sanction.user)


@receiver(account_leaving)
def forget_what_was_kept(user: User, **kwargs: Any) -> None:
    """Settled reports keep no words of who left."""
    forget_reports(user=user)


@receiver(collect_file_panels)
def tell_what_games_know(person: User, reader: User, **kwargs: Any) -> Panel:
    """Show reports, matches, time-outs and talk."""
    return panel_of(person, reader)


@receiver([post_save, post_delete], sender=FilterWord)
def filter_at_once(**kwargs: Any) -> None:
    """Nobody says tomorrow's forbidden word today."""
    forget_filters()


@receiver(post_migrate)
def keep_the_roles(sender: Any, using: str, **kwargs: Any) -> None:
    """Make roles that are missing, whatever was emptied; what an administrator changed about them stays."""
    if sender.name == "games":
        make_missing_roles(using)
