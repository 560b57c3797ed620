"""The app of matches and tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Everything about playing."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect the listeners to their signals."""
        from games import listeners  # noqa: F401
        from games.mail import digest, letters  # noqa: F401
        from games.moderation import letters as moderation_letters  # noqa: F401
        from games.moderation import listeners as moderation_listeners  # noqa: F401
        from games.talk import letters as talk_letters  # noqa: F401
        from games.tournaments import letters as tournament_letters  # noqa: F401
        from games.tournaments import listeners as tournament_listeners  # noqa: F401
