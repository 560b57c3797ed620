"""Collected under lasting names, every file still finds the files it names."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> dict[str, str]:
    """The lasting name of every file, collected as outside development."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_storage.ModuleStorage"}}
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


@pytest.mark.parametrize("page", ["lobby", "table"])
def test_a_script_imports_another_by_its_lasting_name(collected: dict[str, str], tmp_path: Path, page: str) -> None:
    text = (tmp_path / collected[f"js/{page}.js"]).read_text()
    assert re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE) == [f"./{Path(collected['js/live.js']).name}"]


def test_collecting_again_changes_nothing(collected: dict[str, str], tmp_path: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    assert json.loads((tmp_path / "staticfiles.json").read_text())["paths"] == collected


def test_the_accident_page_needs_no_request() -> None:
    for page in ("500.html", "503.html"):
        assert "css/site.css" in render_to_string(page)
