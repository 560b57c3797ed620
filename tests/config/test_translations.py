"""English, French and German, complete: every text is translated, and what is compiled is what was translated."""

import re
import shutil

import polib
import pytest
from django.conf import settings

from config.management.commands.translations import catalogues, collect, problems_of

# One after the other: the last of them writes the catalogues that the others read.
pytestmark = pytest.mark.xdist_group("translations")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{\w*\}")
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
def test_no_text_was_forgotten():
    """Collects all texts anew and puts the catalogues back as they were: nothing may be new."""
    before = {path: path.read_bytes() for path in catalogues()}
    known = {path: {entry.msgid for entry in polib.pofile(str(path))} for path in before}
    try:
        collect()
        collected = {path: {entry.msgid for entry in polib.pofile(str(path))} for path in before}
    finally:
        for path, content in before.items():
            path.write_bytes(content)
    assert {path: texts - known[path] for path, texts in collected.items()} == {path: set() for path in before}
