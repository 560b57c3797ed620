"""Plays match records again and checks every move and the result."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import RecordRefused, replay
from games.history.services import read_json


class Command(BaseCommand):
    """`manage.py replay FILE…`: a line for each record; exit 1 where any is refused."""

    help = "Play match records again, checking every move and the result."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the files to check."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *, files: list[Path], **options: Any) -> None:
        """Check each file and go on to the next, whatever it finds."""
        refused = 0
        for path in files:
            try:
                self.say(f"{path}: ok, {replay(read_file(path)).summary}")
            except RecordRefused as refusal:
                refused += 1
                self.say(f"{path}: refused at {refusal.where}: {refusal.rule}: {refusal.why}")
        if refused:
            sys.exit(1)

    def say(self, line: str) -> None:
        """One line, whatever signs a file brought along: none of them breaks the line or steers the terminal."""
        encoding = sys.stdout.encoding or "utf-8"
        shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
        self.stdout.write(shown.encode(encoding, "backslashreplace").decode(encoding))


def read_file(path: Path) -> object:
    """Return what a file holds, or RecordRefused in one clear line."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise RecordRefused("file", "unreadable", problem.strerror or "cannot be read") from problem
    return read_json(raw)
