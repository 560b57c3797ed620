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

# Tastes strong enough to be felt and weak enough to cost little: each style is about as strong as the director.
STYLES: Final[dict[str, Valuer]] = {
    # Waits for bargains.
    "miser": Valuer(taste={"price_early": 0.92, "price_late": 0.95}),
    # Wants to be first, and best of the quarter.
    "premiere": Valuer(taste={"first_movie": 1.35, "best_movie": 1.25}),
    # Gathers faces, to choose first at parties.
    "actors": Valuer(taste={"face": 1.6}),
    # Few great films: awards for the best count more, a film as such less.
    "few": Valuer(taste={"movie_of_the_year": 1.2, "best_movie": 1.2, "movie_bonus": 0.65, "guest_stars": 1.2}),
    # Many small films: every film counts for itself.
    "many": Valuer(taste={"movie_bonus": 1.5, "movie_of_the_year": 0.8, "usual_stars": 0.92}),
}
