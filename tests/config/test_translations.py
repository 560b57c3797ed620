"""English, French and German, complete: every text is translated, and what is compiled is what was translated."""

import re
import shutil
import subprocess
import sys

import polib
import pytest
from django.conf import settings

from config.management.commands.translations import catalogues, problems_of

PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{\w*\}")
SOURCES = ["accounts", "config", "games", "leaderboard", "locale", "templates"]
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]


@pytest.fixture(params=LANGUAGES)
def catalogue(request):
    found = {path.parent.parent.name: path for path in catalogues()}
    assert set(found) == set(LANGUAGES)
    return found[request.param]


def test_every_text_is_translated(catalogue):
    assert problems_of(catalogue) == []
    assert len(polib.pofile(str(catalogue))) > 300


def test_what_is_compiled_is_what_was_translated(catalogue):
    compiled = polib.mofile(str(catalogue.with_suffix(".mo")))
    written = polib.pofile(str(catalogue))
    assert {(e.msgctxt, e.msgid): (e.msgstr, e.msgstr_plural) for e in compiled} == {
        (e.msgctxt, e.msgid): (e.msgstr, e.msgstr_plural) for e in written
    }


def test_translations_keep_the_placeholders(catalogue):
    for entry in polib.pofile(str(catalogue)):
        texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        expected = {m[0] for m in PLACEHOLDER.finditer(entry.msgid)}
        plural = expected | {m[0] for m in PLACEHOLDER.finditer(entry.msgid_plural or "")}
        for text in texts:
            found = {m[0] for m in PLACEHOLDER.finditer(text)}
            assert expected - plural <= found <= plural, entry.msgid


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed: texts cannot be collected here")
def test_no_text_was_forgotten(tmp_path):
    """Collects all texts anew, in a copy, since gettext lays files beside the sources: nothing may be new."""
    for source in SOURCES:
        shutil.copytree(settings.BASE_DIR / source, tmp_path / source)
    shutil.copy(settings.BASE_DIR / "manage.py", tmp_path)
    subprocess.run([sys.executable, "manage.py", "translations"], cwd=tmp_path, check=False, capture_output=True)
    known = {path.relative_to(settings.BASE_DIR): texts_of(path) for path in catalogues()}
    collected = {path: texts_of(tmp_path / path) for path in known}
    assert {path: texts - known[path] for path, texts in collected.items()} == {path: set() for path in known}
    assert known == collected, "texts that nobody uses any more: run make messages"


def texts_of(path):
    return {entry.msgid for entry in polib.pofile(str(path))}
