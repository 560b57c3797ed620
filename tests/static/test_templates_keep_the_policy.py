"""Templates hold nothing inline, so that the strict Content-Security-Policy never has to give way."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parents[2]
# A mail comes without our stylesheets and is shown under no policy of ours.
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "mail")
DRAWINGS = sorted((ROOT / "static" / "icons").glob("*.svg"))
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}", re.DOTALL)
STATIC_FILE = re.compile(r"{% static '([^']+)'")
PLAIN_FILE = re.compile(r"{{ files }}([\w./-]+)")
DRAWING = re.compile(r"""(?:sprite\.svg'? %}|sprite }}|sprite\.svg)#([\w-]+)["']""")
IMPORT = re.compile(r'^import .* from "(.*)";$', re.MULTILINE)
NAMED_ICON = re.compile(r'components/icon\.html" (?:with )?name="([\w-]+)"')


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*TEMPLATES, *DRAWINGS], ids=name)
def test_nothing_is_inline(path: Path) -> None:
    text = COMMENT.sub("", path.read_text())
    assert not re.search(r"\sstyle\s*=", text), "a style attribute"
    assert not re.search(r"<style\b", text), "a style element"
    assert not re.search(r"\son\w+\s*=\s*[\"']", text), "an inline handler"
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text), "an inline script"
    assert "javascript:" not in text


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_named_files_exist(path: Path) -> None:
    text = path.read_text()
    for file in STATIC_FILE.findall(text) + PLAIN_FILE.findall(text):
        assert finders.find(file), file  # ours, or one of Django's admin


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_named_drawings_are_in_the_sprite(path: Path) -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "icons" / "sprite.svg").read_text()))
    text = path.read_text()
    assert set(DRAWING.findall(text) + NAMED_ICON.findall(text)) <= drawn


@pytest.mark.parametrize("path", sorted((ROOT / "static" / "js").glob("*.js")), ids=name)
def test_scripts_import_only_what_is_there_and_draw_no_html(path: Path) -> None:
    text = path.read_text()
    for imported in IMPORT.findall(text):
        assert (path.parent / imported).is_file(), imported
    assert "eval(" not in text
    assert "innerHTML" not in text


def test_scripts_keep_nothing_in_the_browser_but_how_it_is_to_look_and_sound() -> None:
    texts = {path.name: path.read_text() for path in (ROOT / "static" / "js").glob("*.js")}
    keeping = re.compile(r"localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\b")
    assert {name for name, text in texts.items() if keeping.search(text)} == {"keys.js", "settings.js", "site.js"}
    named = {word for text in texts.values() for word in re.findall(r'\bremember\("([\w-]+)"', text)}
    assert named == {"table-moments", "table-moments-seen", "table-volume"}
    assert re.findall(r"document\.cookie = `(\w+)=", texts["site.js"]) == ["theme", "zone"]
