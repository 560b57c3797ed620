"""Tunes the valuation of the AIs by self-play and writes its figures."""

import gc
import multiprocessing
import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.ai.tuning import TuningPlan, tune
from games.ai.weights import load_weights, provenance_of, write_weights
from games.engine import edition_files

MOST_WORKERS = 64


class Command(BaseCommand):
    """`manage.py tune --edition E --seats N [--generations G --candidates C --games M --seed S --workers W]`."""

    help = "Tune the valuation for an edition and a number of seats, beginning with what there is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask what is tuned, and how long."""
        parser.add_argument("--edition", required=True, choices=sorted(edition_files()))
        parser.add_argument("--seats", required=True, type=int, choices=(2, 3, 4, 5))
        parser.add_argument("--generations", type=int, default=12)
        parser.add_argument("--candidates", type=int, default=16, help="in each generation")
        parser.add_argument("--games", type=int, default=48, help="of each candidate")
        parser.add_argument("--seed", default="1", help="which of the tuning deals")
        parser.add_argument("--workers", type=int, default=1, help="how many processes play (default 1)")

    def handle(self, **options: Any) -> None:
        """Go through the generations, writing after each, so that it can be stopped at any time."""
        if not 1 <= options["workers"] <= MOST_WORKERS:
            raise CommandError(f"--workers must be 1 to {MOST_WORKERS}")
        names = ("edition", "seats", "generations", "candidates", "games", "seed")
        plan = TuningPlan(**{name: options[name] for name in names})
        first, begun_from = load_weights(plan.edition, plan.seats), provenance_of(plan.edition, plan.seats)
        gc.disable()  # what is remembered here is much, and never garbage
        with multiprocessing.get_context("spawn").Pool(options["workers"]) as pool:
            guesses = tune(plan, first, partial(pool.imap, chunksize=1))
            progress = tqdm(guesses, total=plan.generations, disable=not sys.stderr.isatty(), leave=False)
            for guess in progress:
                provenance = {**plan.provenance(guess.number), "begun_from": begun_from}
                path = write_weights(plan.edition, plan.seats, guess.weights, provenance)
        self.stdout.write(f"{path}: candidates won {guess.mean:.3f} on average, the best {guess.best:.3f}")
