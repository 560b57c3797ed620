"""The picture that other sites show of a finished match: who won, and how all fared, drawn by us."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import Final

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from games.lobby.results import MatchRow, PlayerResult
from games.models import Seat

SIZE: Final = (1200, 630)
INK, PANEL, LINE = "#0b1120", "#131b30", "#29365a"
BRASS, BRIGHT, CREAM, QUIET = "#dcb468", "#f4d999", "#f3e9d2", "#b7b6b3"
STUDIOS: Final = {1: "#8f2f3a", 2: "#1f5a6b", 3: "#4e5a26", 4: "#5a3a78", 5: "#7a4a1c"}
LEFT, RIGHT = 84, 1116
TITLE, PLAIN, STRONG = "limelight-{}-400-normal", "source-sans-3-{}-400-normal", "source-sans-3-{}-700-normal"
ROW_HEIGHT: Final = 66
ROOM: Final = RIGHT - LEFT - 160
SMALLEST: Final = 40


def draw_card(row: MatchRow) -> bytes:
    """Return a PNG of 1200 x 630, as share cards are."""
    picture = Image.new("RGB", SIZE, INK)
    pen = ImageDraw.Draw(picture)
    _draw_rays(pen)
    pen.rectangle((24, 24, SIZE[0] - 25, SIZE[1] - 25), outline=BRASS, width=3)
    pen.rectangle((36, 36, SIZE[0] - 37, SIZE[1] - 37), outline=LINE, width=2)
    _write(pen, (LEFT, 64), "DREAM FACTORY", PLAIN, 30, BRASS)
    _write(pen, (RIGHT, 64), row.edition, PLAIN, 30, QUIET, to_left=True)
    _write(pen, (LEFT, 108), _readable(row.name, "Finished"), TITLE, 72, BRIGHT)
    for number, result in enumerate(row.results):
        _draw_result(pen, 236 + number * ROW_HEIGHT, result)
    out = BytesIO()
    picture.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_rays(pen: ImageDraw.ImageDraw) -> None:
    """Draw the light behind the marquee."""
    for angle in range(180, 360, 9):
        pen.pieslice((-1400, -1000, 1800, 2200), angle, angle + 3, fill="#111a30")


def _draw_result(pen: ImageDraw.ImageDraw, top: int, result: PlayerResult) -> None:
    won = result.is_crowned
    if won:
        pen.rectangle((LEFT - 14, top - 4, RIGHT + 14, top + ROW_HEIGHT - 10), fill=PANEL)
    middle = top + 26
    pen.ellipse(
        (LEFT, middle - 22, LEFT + 44, middle + 22), fill=STUDIOS.get(result.studio or 0, LINE), outline=BRASS, width=2
    )
    pen.text((LEFT + 22, middle), str(result.studio or ""), CREAM, _font(TITLE, 24, "latin"), anchor="mm")
    weight, colour = (STRONG, BRIGHT) if won else (PLAIN, CREAM)
    _write(pen, (LEFT + 66, top), f"{result.place}.", weight, 40, colour)
    name = _readable(result.name, f"Studio {result.studio}")
    if result.absence:
        _write(pen, (LEFT + 130, top - 6), name, weight, 30, colour)
        _draw_absence(pen, (LEFT + 130, top + 30), result.absence)
    else:
        _write(pen, (LEFT + 130, top), name, weight, 40, colour)
    _write(pen, (RIGHT, top), str(result.score), weight, 40, colour, to_left=True)


def _draw_absence(pen: ImageDraw.ImageDraw, at: tuple[int, int], absence: str) -> None:
    """Draw a door for who left or came later, the head of an AI for whom it stood in, and the word for it."""
    x, y = at
    if absence != Seat.Absence.STOOD_IN:
        pen.rectangle((x + 4, y + 2, x + 18, y + 24), outline=QUIET, width=2)
        pen.ellipse((x + 13, y + 12, x + 15, y + 14), fill=QUIET)
    else:
        pen.rounded_rectangle((x, y + 7, x + 22, y + 24), 5, outline=QUIET, width=2)
        pen.line((x + 11, y + 1, x + 11, y + 7), fill=QUIET, width=2)
        for eye in (x + 7, x + 15):
            pen.ellipse((eye - 2, y + 13, eye + 2, y + 17), fill=QUIET)
    _write(pen, (x + 32, y), str(Seat.Absence(absence).label), PLAIN, 22, QUIET)


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    face: str,
    size: int,
    colour: str,
    *,
    to_left: bool = False,
) -> None:
    """One line; what is too long for the card is written smaller, and in the end cut."""
    while size > SMALLEST and _length(text, face, size) > ROOM:
        size -= 4
    while len(text) > 1 and _length(text, face, size) > ROOM:
        text = f"{text[:-2].rstrip()}…"
    x = at[0] - _length(text, face, size) if to_left else at[0]
    for part, letters in _runs(text):
        font = _font(face, size, part)
        pen.text((x, at[1]), letters, colour, font)
        x += font.getlength(letters)


def _readable(text: str, otherwise: str) -> str:
    """Return the text, if our faces have its letters."""
    return text if all(ord(sign) < 0x250 or 0x2010 <= ord(sign) < 0x2040 for sign in text) else otherwise


def _length(text: str, face: str, size: int) -> float:
    return sum(_font(face, size, part).getlength(letters) for part, letters in _runs(text))


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text in pieces, each with the part of the face that has its letters."""
    for part, letters in groupby(text, key=lambda sign: "latin-ext" if 0x100 <= ord(sign) < 0x2000 else "latin"):
        yield part, "".join(letters)


@cache
def _font(face: str, size: int, part: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(settings.BASE_DIR / "static" / "fonts" / f"{face.format(part)}.woff2", size)
