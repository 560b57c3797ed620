"""The brains that use the valuation: two beginners, the director, and the director's five styles."""

from typing import Final

from games.ai.valuer import Valuer, exactly, only_its_own, roughly

AWARDS: Final = ("first_movie", "best_movie", "movie_of_the_year", "best_director", "worst_movie")

# Sees stars and spaces, but no awards; never asks what a rival wants; looks at no purse but its own.
trainee = Valuer(
    taste={"denial": 0.0, "party_denial": 0.0, **dict.fromkeys(AWARDS, 0.0)}, error=0.75, memory=only_its_own
)

# Sees awards without quite believing in them and a little of what rivals want; has some idea of purses.
assistant = Valuer(taste={"denial": 0.3, "party_denial": 0.3, **dict.fromkeys(AWARDS, 0.5)}, error=0.6, memory=roughly)

director = Valuer(memory=exactly)

STYLES: Final[dict[str, Valuer]] = {
    # Waits for bargains.
    "miser": Valuer(taste={"price_early": 0.85, "price_late": 0.9}),
    # Wants to be first, and best of the quarter.
    "premiere": Valuer(taste={"first_movie": 1.8, "best_movie": 1.6}),
    # Gathers faces, to choose first at parties.
    "actors": Valuer(taste={"face": 2.5}),
    # Few great films: awards for the best count more, a film as such less.
    "few": Valuer(taste={"movie_of_the_year": 1.5, "best_movie": 1.4, "movie_bonus": 0.4, "guest_stars": 1.5}),
    # Many small films: every film counts for itself.
    "many": Valuer(taste={"movie_bonus": 2.2, "movie_of_the_year": 0.6, "usual_stars": 0.85}),
}
