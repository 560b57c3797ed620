"""What search engines are invited to read."""

from typing import Final

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import reverse

PAGES: Final = (
    *("home", "lobby", "watch", "history", "rules", "guide", "strength", "rankings", "tournaments", "groups"),
    *("problems", "privacy", "terms"),
)


class SitePages(Sitemap):  # type: ignore[type-arg]  # it can take no type as the program runs
    """The pages that are there for everybody; what is played changes too often to be listed."""

    protocol = settings.SITE.scheme

    def items(self) -> tuple[str, ...]:
        """Name them."""
        return PAGES

    def location(self, item: str) -> str:
        """Lead there."""
        return reverse(item)

    def get_domain(self, site: object = None) -> str:
        """Name the site as people know it, whatever Host was asked for."""
        return settings.SITE.netloc


SITEMAPS: Final = {"pages": SitePages}
