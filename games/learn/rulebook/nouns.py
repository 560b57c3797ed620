"""The nouns in which editions differ, under the names that sentences have for them: `{{ tile }}`, `{{ tiles }}`."""

from typing import Final

from games.edition_words import Words

PLURALS: Final = {
    "tile": "tiles",
    "quarter": "quarters",
    "city": "cities",
    "space": "spaces",
    "blank": "blanks",
    "legend": "legends",
    "guest_star": "guest_stars",
    "joker": "jokers",
    "marker": "markers",
    "award": "awards",
}
ALONE: Final = (
    "money",
    "popcorn",
    "camera",
    "music",
    "effects",
    "first_movie",
    "best_movie",
    "movie_of_the_year",
    "best_director",
    "worst_movie",
)


def nouns_of(words: Words) -> dict[str, str]:
    """Return every noun, and its plural where sentences need it. Words that all editions share are in the sentences."""
    singular = {key: words.word(key) for key in (*PLURALS, *ALONE)}
    unit = {"money_unit": words.money(1)}
    return singular | unit | {plural: words.word(key, 2) for key, plural in PLURALS.items()}
