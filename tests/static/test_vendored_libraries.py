"""Vendored libraries are the published ones, unchanged, each with its licence."""

import base64
import hashlib
import json
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"
LIBRARIES = json.loads((VENDOR / "vendor.json").read_text())["libraries"]


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["package"])
def test_library_is_the_published_file(library: dict[str, str]) -> None:
    digest = hashlib.sha384((VENDOR / library["file"]).read_bytes()).digest()
    assert base64.b64encode(digest).decode() == library["sha384"]


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["package"])
def test_library_stands_beside_its_licence(library: dict[str, str]) -> None:
    assert (VENDOR / library["licence_file"]).read_text().strip()


def test_every_vendored_script_is_listed() -> None:
    assert {path.name for path in VENDOR.glob("*.js")} == {library["file"] for library in LIBRARIES}
