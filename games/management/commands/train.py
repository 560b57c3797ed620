"""Trains the learned value of the AIs from self-play and writes its figures."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.ai.learned import write_value
from games.ai.training import TrainingPlan, train
from games.engine import edition_files


class Command(BaseCommand):
    """`manage.py train [--edition E --seats N --games M --seed S]`: two or three minutes for each table."""

    help = "Learn what a table is worth, for all editions and numbers of seats or for one."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask what is learned, and from how many matches."""
        parser.add_argument("--edition", nargs="*", choices=sorted(edition_files()), default=sorted(edition_files()))
        parser.add_argument("--seats", nargs="*", type=int, choices=(2, 3, 4, 5), default=(2, 3, 4, 5))
        parser.add_argument("--games", type=int, default=1500)
        parser.add_argument("--checked", type=int, default=150, help="matches on other deals that tell the error")
        parser.add_argument("--seed", default="1", help="which of the tuning deals")

    def handle(self, **options: Any) -> None:
        """One table after the other."""
        for edition in options["edition"]:
            for seats in options["seats"]:
                plan = TrainingPlan(edition, seats, options["games"], options["checked"], options["seed"])
                stages = train(plan)
                path = write_value(edition, seats, stages, plan.provenance())
                errors = ", ".join(f"{stage['error']:.1f}" for stage in stages)
                self.stdout.write(f"{path}: error by stage {errors} of {stages[0]['spread']:.1f}")
