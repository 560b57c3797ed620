"""Collected under lasting names, every file still finds the files it names."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.template.loader import render_to_string

from config.bundles import BUNDLES

BUNDLE = Template('{% load bundles %}{% bundle "site.js" %}')


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> dict[str, str]:
    """The lasting name of every file, collected as outside development."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.bundles.BundledStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    names: dict[str, str] = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    return names


def test_files_are_collected_under_lasting_names(collected: dict[str, str], tmp_path: Path) -> None:
    assert (
        f'url("../fonts/{Path(collected["fonts/limelight-latin-400-normal.woff2"]).name}")'
        in (tmp_path / collected["css/site.css"]).read_text()
    )
    icon = render_to_string("components/icon.html", {"name": "clock"})
    assert f"{collected['icons/sprite.svg']}#clock" in icon


def test_a_bundle_is_one_file_with_all_its_parts_in_order(collected: dict[str, str], tmp_path: Path) -> None:
    html = BUNDLE.render(Context())
    assert re.findall(r'="/static/([^"]+)"', html) == [collected["bundles/site.js"]]
    for name, parts in BUNDLES.items():
        text = (tmp_path / collected[name]).read_text()
        places = [text.index((tmp_path / collected[part]).read_text()) for part in parts]
        assert places == sorted(places)


def test_names_and_accidents_of_one_script_are_unknown_to_the_next(collected: dict[str, str], tmp_path: Path) -> None:
    text = (tmp_path / collected["bundles/table.js"]).read_text()
    for part in BUNDLES["bundles/table.js"]:
        assert f"try {{\n{(tmp_path / collected[part]).read_text()}}} catch" in text


def test_collecting_again_changes_nothing(collected: dict[str, str], tmp_path: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    assert json.loads((tmp_path / "staticfiles.json").read_text())["paths"] == collected


def test_looking_what_would_be_collected_collects_nothing(collected: dict[str, str], tmp_path: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0, dry_run=True)
    assert json.loads((tmp_path / "staticfiles.json").read_text())["paths"] == collected


def test_in_development_a_bundle_is_its_parts() -> None:
    html = BUNDLE.render(Context())
    assert re.findall(r'="/static/([^"]+)"', html) == [*BUNDLES["bundles/site.js"]]


def test_the_accident_page_needs_no_request() -> None:
    for page in ("500.html", "503.html"):
        assert "css/site.css" in render_to_string(page)
