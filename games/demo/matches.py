"""A seeded demonstration: a few players, matches at telling moments, and finished ones. For development only."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from random import Random

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import Letter, User
from accounts.people.services.preferences import stop_notice
from games.ai.brain import sight_of
from games.ai.deals import setup_of
from games.ai.levels import LEVELS
from games.demo.moderator import make_moderator
from games.engine import State, apply, commitment, load_edition, move_of, options, perform, start
from games.engine.state import AUCTION, OVER, PARTY, PLACING
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match, Seat
from games.models.match import DAY
from games.play.services.moves import begin_match, play_move

DEMO_NAME = "hedy"
DEMO_PASSWORD = "moviestar"  # noqa: S105 - no secret: it is printed at every start in development
OTHERS = ("ada", "grace", "zadie", "fritz")
# A moment that none of so many deals comes to is described wrongly.
MOST_REHEARSALS = 100

IsThere = Callable[[State], bool]


def make_demo() -> bool:
    """Make the demonstration once; the answer tells whether it was made now."""
    if User.objects.exists():
        return False
    with transaction.atomic():
        hedy, ada, grace, zadie, fritz = (_player(name) for name in (DEMO_NAME, *OTHERS))
        # Whoever tries it as her has the page open; the others show what a mail looks like, once they are asked.
        stop_notice(user_id=hedy.pk, notice="mail_my_turn")
    _play("Friday night", "dream-factory-2009", [ada, hedy, grace, None], _asked_to_bid)
    _play("Sunday matinee", "traumfabrik-2000", [hedy, zadie, ada, fritz, None], _asked_to_place)
    _play("Rome after dark", "dream-factory-2009", [grace, hedy, fritz], _asked_to_take)
    _play("Late show", "dream-factory-2009", [hedy, ada, grace, zadie], _over)
    _play("Nachtdreh", "traumfabrik-2000", [fritz, hedy], _over)
    make_moderator(DEMO_PASSWORD)
    Letter.objects.all().delete()  # what happened before the curtain rose is told to nobody
    open_table(host=ada, options=TableOptions(title="Kantine", size=3))
    open_table(host=zadie, options=TableOptions(title="First steps welcome", size=4), ai_levels=("trainee",))
    return True


def has_demo() -> bool:
    """Tell whether the demonstration's player is here."""
    return User.objects.filter(username=DEMO_NAME, email=f"{DEMO_NAME}@example.org").exists()


def _player(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", DEMO_PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _play(title: str, edition: str, people: list[User | None], is_there: IsThere) -> None:
    """Play a match between these people (None is an AI), all played by the same brain, up to a moment."""
    hero = next(number for number, user in enumerate(people) if user and user.username == DEMO_NAME)
    secret, answers = _rehearse(title, edition, len(people), hero, is_there)
    match = _begin(title, edition, people, secret, rated=is_there is _over)
    state = match.read_state()
    for number, answer in enumerate(answers, match.number + 1):
        seat, move = state.turn, move_of(state.edition, state.phase, answer)
        play_move(match_id=match.pk, seat=seat, move=move, number=number, by_ai=people[seat] is None)
        state, _events = apply(state, seat, move)


def _rehearse(title: str, edition: str, seats: int, hero: int, is_there: IsThere) -> tuple[bytes, list[int]]:
    """Return the secret of the first deal that leads to the moment, and the way there, as the brain plays today."""
    for attempt in range(MOST_REHEARSALS):
        secret, answers = sha256(f"demo/{title}/{attempt}".encode()).digest(), list[int]()
        state = start(setup_of(load_edition(edition), seats, secret))
        dice = Random(title)  # noqa: S311 - a demonstration that is the same every time
        while state.phase != OVER and not (state.turn == hero and is_there(state)):
            look = partial(sight_of, state, state.turn)
            answers.append(LEVELS["trainee"].brain(options(state), look, dice).code)
            perform(state, answers[-1])
        if is_there(state):
            return secret, answers
    raise LookupError(f"None of {MOST_REHEARSALS} deals comes to the moment of {title}.")


def _begin(title: str, edition: str, seated: list[User | None], secret: bytes, *, rated: bool) -> Match:
    with transaction.atomic():
        match = Match.objects.create(
            title=title,
            edition_id=edition,
            size=len(seated),
            host=next(user for user in seated if user),
            secret=secret,
            commitment=commitment(secret),
            rated=rated,
            pace=Match.Pace.SLOW,
            decision_seconds=DAY,
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, user=user, ai_level="" if user else "trainee")
            for number, user in enumerate(seated)
        )
        begin_match(match=match)
    return match


def _asked_to_bid(state: State) -> bool:
    return state.phase == AUCTION and state.quarter == 3 and state.bid >= 2 and len(state.lot()) == 3


def _asked_to_place(state: State) -> bool:
    return state.phase == PLACING and state.quarter >= 3 and len(state.hand) >= 2


def _asked_to_take(state: State) -> bool:
    return state.phase == PARTY and state.quarter >= 2 and len(state.offered) > 1


def _over(state: State) -> bool:
    return state.phase == OVER
