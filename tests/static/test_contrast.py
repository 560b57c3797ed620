"""Every pair of colours that is read or aimed at keeps the contrast of WCAG AA, by day and by night."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).resolve().parents[2] / "static" / "css" / "site.css").read_text()
TEXT, EDGE = 4.5, 3.0
THEMES = {"light": 0, "dark": 1}
PAIRS = [
    *(
        (ink, ground, TEXT)
        for ink in ("text", "text-2", "brass", "brass-bright")
        for ground in ("ground", "panel", "panel-2", "stage")
    ),
    *((ink, ground, TEXT) for ink in ("good", "bad") for ground in ("ground", "panel", "panel-2")),
    *((ink, "field", TEXT) for ink in ("text", "text-2")),
    *(("on-button", button, TEXT) for button in ("button", "button-hover", "button-pressed")),
    ("on-lead", "lead", TEXT),
    ("ground", "text", TEXT),
    *((ink, paper, TEXT) for ink in ("paper-ink", "paper-ink-2") for paper in ("paper", "paper-lit")),
    ("lit-ink", "lit", TEXT),
    ("loss", "lit", TEXT),
    *(("edge", ground, EDGE) for ground in ("ground", "panel", "panel-2", "stage", "field")),
    *(("focus", ground, EDGE) for ground in ("ground", "panel", "panel-2", "stage", "field")),
    ("lit-ring", "paper", EDGE),
    *(("ink", kind, TEXT) for kind in ("director", "actor", "camera", "music", "effects", "guest-star", "joker")),
    *(("ivory", f"studio-{number}", TEXT) for number in range(1, 6)),
]


def colour(token: str, theme: str) -> str:
    found = re.search(rf"--{token}: (?:light-dark\((#\w{{6}}), (#\w{{6}})\)|(#\w{{6}}));", TOKENS)
    assert found, f"--{token} is not a plain colour"
    return found[3] or found[1 + THEMES[theme]]


def luminance(hexadecimal: str) -> float:
    channels = [int(hexadecimal[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS, ids=lambda value: str(value))
def test_contrast_is_enough(ink: str, ground: str, least: float, theme: str) -> None:
    light, dark = sorted((luminance(colour(ink, theme)), luminance(colour(ground, theme))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least
