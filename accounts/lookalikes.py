"""When two names look the same to the eye: both get the same key, and the database keeps keys unique."""

import unicodedata
from typing import Final

# What passes for a Latin letter, as casefold leaves it: a name can be built wholly of one script's impostors, so
# refusing mixed scripts is not enough. Where capital and small letter resemble different ones (eta), the letter
# that deceives better stands here.
LOOKS_LIKE: Final[dict[str, str]] = {
    "a": "аαɑ",
    "b": "вβьʙ",
    "c": "сςϲ",
    "d": "ԁđɖ",
    "e": "еεє",
    "g": "ɡցց",
    "h": "нһηհħ",
    "j": "јյ",
    "k": "кκ",
    "l": "i1|ıіιӏłʟ",
    "m": "мμ",
    "n": "пո",
    "o": "0оοσօø",
    "p": "рρ",
    "q": "ԛզ",
    "r": "гʀ",
    "s": "ѕʂ",
    "t": "тτŧ",
    "u": "υսʋ",
    "v": "νѵ",
    "w": "ωԝա",
    "x": "хχ",
    "y": "уγү",
    "z": "ζʐ",
    "3": "зэ",
}
TO_LATIN: Final = str.maketrans({twin: letter for letter, twins in LOOKS_LIKE.items() for twin in twins})
# A NUL and what joins letters are nothing to the eye; a NUL is an error to PostgreSQL besides.
SEPARATORS: Final = str.maketrans("", "", " -_.\0\u200c\u200d")
PAIRS: Final = (("rn", "m"), ("vv", "w"))  # two letters that run together into one
# Accents of Latin, Greek and Cyrillic. The marks of other scripts are vowels: there they make another name.
ACCENTS: Final = dict.fromkeys(range(0x0300, 0x0370))


def lookalike_key(name: str) -> str:
    """Reduce a name to what the eye remembers of it: no case, no accents, no gaps, one letter for all its twins."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    key = letters.translate(ACCENTS).translate(SEPARATORS).translate(TO_LATIN)
    for pair, letter in PAIRS:
        key = key.replace(pair, letter)
    return unicodedata.normalize("NFC", key)
