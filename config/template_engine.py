"""The settings of templates: where they are found, and what every one of them is given."""

from pathlib import Path
from typing import Any, Final

# Our own templates without the line breaks that are there for their readers alone; then those of other apps.
LOADERS: Final = ["config.template_loader.Loader", "django.template.loaders.app_directories.Loader"]
CONTEXT_PROCESSORS: Final = [
    "django.template.context_processors.request",
    "django.template.context_processors.i18n",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "config.about.context.operator",
    "accounts.context_processors.theme",
    "accounts.context_processors.care",
    "games.moderation.maintenance_mode.show_maintenance",
    "games.notices.context_processors.bell",
]


def configure(folder: Path) -> dict[str, Any]:
    """Give the settings of the one engine there is."""
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folder],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", LOADERS)],
            "context_processors": CONTEXT_PROCESSORS,
        },
    }
