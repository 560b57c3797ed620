"""Whether the site is under maintenance."""

from typing import Final

from django.core.cache import cache

from games.models import Maintenance

KEY: Final = "maintenance"
KEPT_SECONDS: Final = 10


def maintenance_now() -> Maintenance | None:
    """Return what goes on, for whoever is about to change something: asked of the database."""
    return Maintenance.objects.filter(goes_on=True).first()


def maintenance_shown() -> Maintenance | None:
    """Return the same for pages that only show it: a few seconds old at most."""
    kept = cache.get(KEY)
    if kept is None:
        kept = maintenance_now() or False
        cache.set(KEY, kept, KEPT_SECONDS)
    return kept or None


def forget_maintenance() -> None:
    """Pages say it at once."""
    cache.delete(KEY)
