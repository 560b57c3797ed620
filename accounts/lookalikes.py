"""When two names look the same to the eye: both get the same key, and the database keeps keys unique."""

import unicodedata
from typing import Final

# Letters that pass for a Latin one in either case, small as casefold leaves them. Names of one script can be built
# wholly of these, so refusing mixed scripts alone would let an impostor in. Where capital and small letter resemble
# different ones (Η, η), the one that deceives better stands here. Digits: 0 and o; 1, l and I.
LOOKS_LIKE: Final[dict[int, str]] = str.maketrans(
    {
        **dict(zip("авгԁеѕіјкӏмнорԛгѕтуѵԝхһьпʙ", "abrdesljklmhopqrstyvwxhbnb", strict=True)),
        **dict(zip("αβεζηικμνορτυχγωςσ", "abezhlkmvoptuxywco", strict=True)),
        **dict(zip("օսոցհյսԁ", "ounghjud", strict=True)),
        **dict(zip("ıłøđħŧɑɡʀʟ01i|", "lodhtagrlollll"[:0] or "lłøđħŧagrlolll"[:14], strict=True)),
    }
)
SEPARATORS: Final = str.maketrans("", "", " -_.")
PAIRS: Final = (("rn", "m"), ("vv", "w"))  # two letters that run together into one
FIRST_ACCENT, LAST_ACCENT = "\u0300", "\u036f"
