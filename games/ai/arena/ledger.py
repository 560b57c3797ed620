"""Blocks that were played, one to a line, so that a measurement goes on where it was stopped."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.ai.arena.blocks import DealBlock, Task

BRAINS = Path(__file__).parents[1]
RULES = BRAINS.parent / "engine"


@cache
def fingerprint() -> str:
    """Return a mark that changes with brains, figures and rules: blocks of other brains are not added to these."""
    files = [*BRAINS.glob("*.py"), *BRAINS.glob("weights/*.json"), *BRAINS.glob("learned/*.json"), *RULES.glob("*.py")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class BlockLedger:
    """A file of blocks."""

    def __init__(self, path: Path) -> None:
        """Open a ledger; its file may be there already."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)

    def read(self) -> dict[Task, DealBlock]:
        """Return the blocks that were played by these very brains."""
        return {block.task: block for block in self._lines()}

    def write(self, block: DealBlock) -> None:
        """One more line. A line cut short by a crash is passed over when reading."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"brains": fingerprint(), **block.to_json()}) + "\n")

    def _lines(self) -> Iterator[DealBlock]:
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if told["brains"] == fingerprint():
                yield DealBlock.from_json(told)
