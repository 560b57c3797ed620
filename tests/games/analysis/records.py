"""Matches as they were played once, and the short one that is looked at: by two people."""

from pathlib import Path

KEPT = Path(__file__).parents[2] / "records"
SHORT = sorted(KEPT.glob("dream-factory-2009-2*.json"))[0]
