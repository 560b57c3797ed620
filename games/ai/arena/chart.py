"""The measured shares as a picture: a bar for each interval, a tick for the target, a line where it is even."""

from collections.abc import Sequence
from html import escape
from typing import Final

from games.ai.measured import MeasuredPairing

WIDTH, LABEL, ROW, HEAD = 960, 360, 22, 34
SPAN: Final = WIDTH - LABEL - 70
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.axis{stroke:#ccc}.even{stroke:#888;stroke-dasharray:3 3}"
    ".bar{stroke-width:8;stroke-linecap:round}.met{stroke:#2a7f4f}.missed{stroke:#b3402f}.dot{fill:#111}"
    ".target{stroke:#111;stroke-width:2}"
)


def draw(pairings: Sequence[MeasuredPairing]) -> str:
    """Return an SVG file."""
    height = HEAD + ROW * len(pairings) + 10
    axis = [_axis(percent, height) for percent in range(0, 101, 25)]
    rows = [_row(pairing, HEAD + ROW * number + ROW // 2) for number, pairing in enumerate(pairings)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<style>{STYLE}</style>",
            *axis,
            *rows,
            "</svg>\n",
        ]
    )


def _x(share: float) -> float:
    return round(LABEL + SPAN * share, 1)


def _axis(percent: int, height: int) -> str:
    x = _x(percent / 100)
    return (
        f'<line class="axis" x1="{x}" x2="{x}" y1="{HEAD - 8}" y2="{height}"/>'
        f'<text x="{x}" y="{HEAD - 14}" text-anchor="middle">{percent} %</text>'
    )


def _row(pairing: MeasuredPairing, y: int) -> str:
    name = escape(f"{pairing.hero} v {pairing.rival}, {pairing.seats} seats, {pairing.edition}")
    kind = "met" if pairing.is_met else "missed"
    low, high, share, even = (_x(part) for part in (pairing.low, pairing.high, pairing.share, pairing.even))
    parts = [
        f'<text x="{LABEL - 12}" y="{y + 4}" text-anchor="end">{name}</text>',
        f'<line class="even" x1="{even}" x2="{even}" y1="{y - 9}" y2="{y + 9}"/>',
        f'<line class="bar {kind}" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>',
        f'<circle class="dot" cx="{share}" cy="{y}" r="3"/>',
    ]
    if pairing.target is not None:
        x = _x(pairing.target)
        parts.append(f'<line class="target" x1="{x}" x2="{x}" y1="{y - 8}" y2="{y + 8}"/>')
    return "".join(parts)
