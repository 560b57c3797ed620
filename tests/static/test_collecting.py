"""Collected under lasting names, every file still finds the files it names."""

import json
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.template.loader import render_to_string


def test_files_are_collected_under_lasting_names(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    assert (
        f'url("../fonts/{Path(names["fonts/limelight-latin-400-normal.woff2"]).name}")'
        in (tmp_path / names["css/fonts.css"]).read_text()
    )
    icon = render_to_string("components/icon.html", {"name": "clock"})
    assert f"{names['icons/sprite.svg']}#clock" in icon


def test_the_accident_page_needs_no_request() -> None:
    for page in ("500.html", "503.html"):
        assert "css/accident.css" in render_to_string(page)
