"""What one may be called here."""

import re
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import lookalike_key

SHORTEST_NAME: Final = 3
LONGEST_NAME: Final = 24
DIGITS_AND_SEPARATORS: Final = frozenset("0123456789 -_.")
# Scripts in everyday use, as the names of their characters begin in Unicode: the others serve disguises only.
EVERYDAY = """
    LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC ETHIOPIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL
    TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR KHMER HANGUL HIRAGANA KATAKANA KATAKANA-HIRAGANA
    IDEOGRAPHIC BOPOMOFO CJK
"""
SCRIPTS: Final = frozenset(EVERYDAY.split())
# Scripts that are written together. Any other mixture is a disguise.
WRITTEN_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}),
    frozenset({"CJK", "BOPOMOFO"}),
    frozenset({"CJK", "HANGUL"}),
)
# Whoever is called so seems to speak for the site, or to be one of its machines.
OFFICES = """
    admin administrator root system sysadmin staff support help official moderator mod team webmaster postmaster
    security noreply nobody anonymous everyone unknown deleted null none undefined computer robot bot
    dreamfactory traumfabrik random trainee intern junior senior producer director mogul
"""
RESERVED: Final = frozenset(map(lookalike_key, OFFICES.split()))
NUMBERED: Final = re.compile(
    "({})[0-9ol]*".format("|".join(map(lookalike_key, ("guest", "gast", "invité", "former player", "player", "ai"))))
)


def tidy_name(name: str) -> str:
    """Write a name the one way it is stored: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def validate_name(name: str) -> None:
    """Refuse what cannot be read, could be mistaken for the site, or hides what it is."""
    validate_spelling(name)
    if (key := lookalike_key(name)) in RESERVED or NUMBERED.fullmatch(key):
        raise ValidationError(_("This name is reserved. Please choose another one."), code="reserved")


def validate_spelling(name: str) -> None:
    """Refuse a name that is too short or long, or written in a way that deceives."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(_("A name has 3 to 24 characters."), code="length")
    if not is_plainly_written(name):
        raise ValidationError(
            _("A name has letters and digits, and between them single spaces, hyphens, underscores or dots."),
            code="signs",
        )
    if not scripts_go_together({script_of(sign) for sign in name} - {""}):
        raise ValidationError(_("Please use the letters of one script only."), code="scripts")


def is_plainly_written(name: str) -> bool:
    """Tell whether a name begins and ends visibly, has a letter, and nothing invisible, doubled or heaped up."""
    ways = "".join(way_of(sign) for sign in name)
    return bool(re.fullmatch(r"(?:Lm{0,2}|d)+(?:s(?:Lm{0,2}|d)+)*", ways)) and "L" in ways


def way_of(sign: str) -> str:
    """Say what a sign is in a name: a Letter, its mark, a digit, a separator, or x when it has no place there."""
    if sign in DIGITS_AND_SEPARATORS:
        return "d" if sign.isdigit() else "s"
    if "FILLER" in unicodedata.name(sign, "FILLER"):  # letters by their category, but nobody can see them
        return "x"
    return {"L": "L", "M": "m"}.get(unicodedata.category(sign)[0], "x")


def script_of(sign: str) -> str:
    """Name the script of a letter; digits, separators and marks go with any."""
    if sign in DIGITS_AND_SEPARATORS or unicodedata.category(sign)[0] == "M":
        return ""
    return unicodedata.name(sign, "UNKNOWN").split()[0]


def scripts_go_together(scripts: set[str]) -> bool:
    """Tell whether these scripts are known and may stand in one name."""
    return scripts <= SCRIPTS and (len(scripts) <= 1 or any(scripts <= family for family in WRITTEN_TOGETHER))
