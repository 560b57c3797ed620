"""The documents lead somewhere: every link to a file, and every path of ours that they name, is there."""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "games/ai/README.md", *ROOT.glob("docs/*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
PATH = re.compile(
    r"`((?:accounts|bench|config|deploy|docs|games|leaderboard|locale|static|templates|tests)/[\w./-]*?)/?`"
)


def anchors(document: Path) -> set[str]:
    """Return what headings of a document are reached by."""
    headings = re.findall(r"(?m)^#+ (.+)$", document.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(document: Path) -> None:
    lost = []
    for target, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        path = document.parent / target if target else document
        if not path.exists() or (anchor and anchor not in anchors(path)):
            lost.append(f"{target}#{anchor}")
    assert lost == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_of_ours_that_is_named_is_there(document: Path) -> None:
    named = set(PATH.findall(document.read_text(encoding="utf-8")))
    assert [path for path in sorted(named) if not ((ROOT / path).exists() or (ROOT / "tests" / path).exists())] == []
