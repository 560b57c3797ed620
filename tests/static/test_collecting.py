"""Collected under lasting names, every file still finds the files it names."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import override_settings

STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_storage.ModuleStorage"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything is collected as outside development, once for all tests here."""
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture
def collected(folder: Path) -> Iterator[dict[str, str]]:
    """The lasting name of every file, by which pages call them."""
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        yield json.loads((folder / "staticfiles.json").read_text())["paths"]


def test_files_are_collected_under_lasting_names(collected: dict[str, str], folder: Path) -> None:
    assert (
        f'url("../fonts/{Path(collected["fonts/limelight-latin-400-normal.woff2"]).name}")'
        in (folder / collected["css/site.css"]).read_text()
    )
    icon = render_to_string("components/icon.html", {"name": "clock"})
    assert f"{collected['icons/sprite.svg']}#clock" in icon


@pytest.mark.parametrize("page", ["lobby", "table"])
def test_a_script_imports_another_by_its_lasting_name(collected: dict[str, str], folder: Path, page: str) -> None:
    text = (folder / collected[f"js/{page}.js"]).read_text()
    assert re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE) == [f"./{Path(collected['js/live.js']).name}"]


def test_collecting_again_changes_nothing(collected: dict[str, str], folder: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    assert json.loads((folder / "staticfiles.json").read_text())["paths"] == collected


def test_the_accident_page_needs_no_request() -> None:
    for page in ("500.html", "503.html"):
        assert "css/site.css" in render_to_string(page)
