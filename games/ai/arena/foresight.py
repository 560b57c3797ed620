"""A brain that believes in one deal and plays it to its end for each of its answers.

Who has to guess the deal plays badly so, and who is handed the true one wins: that is what the arena must show.
"""

from random import Random

from games.ai.brain import Look, Thought
from games.ai.ladder import director
from games.ai.rollout import play_on
from games.ai.sampling import with_drawn_secrets
from games.engine import State, perform, scores
from games.engine.state import AUCTION


def foresee(options: list[int], look: Look, dice: Random) -> Thought:
    """Return the answer with the best end, if directors play on; of bids only the lowest is thought about."""
    sight = look()
    table = with_drawn_secrets(sight.view.state, dice)
    table.money = list(sight.purses)
    answers = options[:2] if table.phase == AUCTION else options
    if len(answers) == 1:
        return Thought(answers[0])
    return Thought(max(answers, key=lambda answer: _lead_in_the_end(table, answer)))


def _lead_in_the_end(table: State, answer: int) -> int:
    """Return by how much the seat is ahead of the best other one once all is played."""
    seat, twin = table.turn, table.copy()
    perform(twin, answer)
    play_on(twin, [director.appraiser(twin)] * twin.setup.seats)
    points = scores(twin)
    return points[seat] - max(points[:seat] + points[seat + 1 :])
