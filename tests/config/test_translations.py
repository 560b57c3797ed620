"""English, French and German, complete: every text is translated, and what is compiled is what was translated."""

import re
import shutil

import polib
import pytest
from django.conf import settings

from config.management.commands.translations import catalogues, problems_of

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
def test_no_text_was_forgotten(tmp_path, monkeypatch):
    """Collects all texts anew into a copy: nothing may be new."""
    from config.management.commands import translations

    known = {path.parent.parent.name: {e.msgid for e in polib.pofile(str(path))} for path in catalogues()}
    copy = tmp_path / "locale"
    shutil.copytree(settings.LOCALE_PATHS[0], copy)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [copy])
    translations.collect()
    for path in translations.catalogues():
        collected = {e.msgid for e in polib.pofile(str(path))}
        assert collected <= known[path.parent.parent.name]
