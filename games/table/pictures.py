"""Which drawing stands for what belongs to an edition."""

from typing import Final

# Genres are drawn by their place in the edition, whatever they are called there.
GENRE_PICTURES: Final = ("drama", "action", "comedy")


def genre_picture(genre: int | None) -> str:
    """The drawing of a genre; none where there is no genre."""
    return "" if genre is None else GENRE_PICTURES[genre % len(GENRE_PICTURES)]
