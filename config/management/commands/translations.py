"""Brings the catalogues of all languages up to date, and says what is still to be translated."""

import sys
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """`manage.py translations`: collect the texts (where gettext is installed), compile, tell what is missing."""

    help = "Collect texts into locale/, compile them, and list what is not translated yet."
    requires_system_checks = ()

    def add_arguments(self, parser: Any) -> None:
        """Compiling alone needs no gettext."""
        parser.add_argument(
            "--compile-only", action="store_true", help="compile what is in locale/ and collect nothing"
        )

    def handle(self, *, compile_only: bool, **options: Any) -> None:
        """Exit 1 where anything is missing, so that nobody forgets it."""
        if not compile_only:
            collect()
        missing = [problem for path in catalogues() for problem in problems_of(path)]
        for path in catalogues():
            polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
        for problem in missing:
            self.stdout.write(problem)
        if missing:
            sys.exit(1)


def collect() -> None:
    """Find every text of code and templates; places and dates are left out, since they change with every line."""
    languages = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    call_command("makemessages", locale=languages, no_obsolete=True, no_location=True, no_wrap=True, verbosity=0)
    for path in catalogues():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "POT-Creation-Date" not in line), encoding="utf-8")


def catalogues() -> list[Path]:
    """Return the catalogue of each language."""
    return sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po"))


def problems_of(path: Path) -> list[str]:
    """Return what is missing or doubtful in a catalogue."""
    language = path.parent.parent.name
    entries = polib.pofile(str(path))
    untranslated = [f"{language}: not translated: {entry.msgid}" for entry in entries.untranslated_entries()]
    return untranslated + [f"{language}: doubtful: {entry.msgid}" for entry in entries.fuzzy_entries()]
