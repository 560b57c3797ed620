"""`manage.py tournament_trial`: a whole tournament between AI accounts, on the database that the environment names."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import edition_files
from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Tournament
from games.tournaments.trial import Trial, run_trial


class Command(BaseCommand):
    """Plays it to its end; killed and called again, it goes on where it stood."""

    help = "Play a tournament between AI accounts to its end, and tell as JSON whether everything came exactly once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the trial."""
        parser.add_argument("--entrants", type=int, default=64)
        parser.add_argument("--rounds", type=int, default=6)
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--edition", choices=edition_files(), default=DEFAULT_EDITION)
        parser.add_argument("--form", choices=Tournament.Form.values, default=Tournament.Form.DUPLICATE)

    def handle(self, *args: Any, **asked: Any) -> None:
        """Run the trial and print what came of it."""
        trial = Trial(*(asked[name] for name in ("entrants", "rounds", "seats", "form", "edition")))
        report = run_trial(trial, lambda words: self.stdout.write(words))
        self.stdout.write(json.dumps(report))
