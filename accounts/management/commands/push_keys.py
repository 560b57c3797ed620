"""Print a pair of keys for Web Push."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.notices.web_push import make_key, public_key_of


class Command(BaseCommand):
    """Draw a key by which browsers know this site; whoever changes it has to subscribe every device anew."""

    help = "Print a new pair of keys for Web Push: set the private one as VAPID_PRIVATE_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what goes into the environment, and what browsers will be told."""
        private = make_key()
        self.stdout.write(f"VAPID_PRIVATE_KEY={private}")
        self.stdout.write(f"# public: {public_key_of(private)}")
