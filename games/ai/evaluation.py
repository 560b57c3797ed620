"""What a table is worth to each seat: points made, awards in reach, what screenplays promise, and money."""

from games.ai.appraisal import Appraiser
from games.ai.standing import Standing
from games.engine import State, points, scores
from games.engine.party import count_faces
from games.engine.state import OVER


def seat_values(appraiser: Appraiser, state: State, coin: float) -> list[float]:
    """The score to expect of each seat; exact once the match is over."""
    if state.phase == OVER:
        return [float(score) for score in scores(state)]
    weights, calendar = appraiser.weights, appraiser.calendar
    moment = calendar.moment(state)
    face = weights.face * calendar.parties_left[moment]
    worth_of_coin = 1 + (coin - 1) * calendar.left[moment]
    values = []
    for seat in range(state.setup.seats):
        made = points(state, seat)
        values.append(
            made.markers
            + made.awards
            + made.money * worth_of_coin
            + Standing(state, seat).held(weights, calendar, moment)
            + appraiser.worth(state, seat)
            + face * count_faces(state, seat)
        )
    return values
