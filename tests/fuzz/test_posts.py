"""Random posts at a table, between honest moves: nothing fails, and nothing illegal is ever stored."""

from itertools import count

import pytest
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from accounts.models import User
from bench._load_people import as_form
from games.engine import Move, legal_moves
from games.lobby.services.seating import join_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match, Seat
from games.play.services.moves import play_move
from games.play.verification import verify_match
from tests.fuzz.memory import LARGEST_GROWTH, resident
from tests.fuzz.words import FORMS, TEXTS, VALUES, as_fields
from tests.lengths import LONG, how_many, more
from tests.secrecy.addresses import Address, every_address, values_for

pytestmark = pytest.mark.django_db
# The long form is as many matches in four tests, so that all cores have some; a share is one of the matches.
PARTS = (1, *more(2, 3, 4))
EXAMPLES, STEPS = how_many(short=6, long=200), 100 if LONG else 40
# So many matches at a time: Hypothesis remembers all that it ever drew, to draw it once, until it is done.
AT_A_TIME = 20
# What is kept for good by whoever has served so many matches is held already.
WARM = min(2 * AT_A_TIME, EXAMPLES // 4)
# What may be answered: done, shown, redirected, or refused in words; never that something broke.
ANSWERS, NOT_KNOWN = range(200, 500), 405
# Some match of every run gets beyond this entry: what is posted meets more than a first auction.
FAR = 30
# What changes a match for good is tried seldom, so that there is something to send to.
SELDOM = ("tables/<int:pk>/concede/",)
NAMES = count()


def at_tables(method: str) -> list[Address]:
    """Find the addresses at a table that know a method, as the site is wired; a table that is not there is enough."""
    client = Client()
    found = [address for address in every_address() if address.route.startswith("tables/<int:pk>/")]
    paths = {address: address.filled(dict.fromkeys(address.gaps, 0)) for address in found}
    return [address for address in found if getattr(client, method)(paths[address]).status_code != NOT_KNOWN]


def weighed(addresses: list[Address]) -> list[Address]:
    """Name each as often as it is to be tried."""
    return [address for address in addresses for _ in range(1 if address.route in SELDOM else 4)]


NUMBERED = st.integers(0, 300)
ASKED = st.dictionaries(TEXTS, VALUES, max_size=3)
POSTS = st.deferred(lambda: st.sampled_from(weighed(at_tables("post"))))
PAGES = st.deferred(lambda: st.sampled_from(at_tables("get")))


class Strangers(RuleBasedStateMachine):
    """A match between two people and an AI, at which anybody sends anything."""

    farthest = 0  # the entry that any of them has got to

    def __init__(self) -> None:
        super().__init__()
        names = [f"fuzz {next(NAMES)}" for _ in range(3)]
        self.users = [User.objects.create_user(name, is_guest=False) for name in names]
        options = TableOptions(size=3, pace=Match.Pace.SLOW, decision_seconds=86400)
        self.match = open_table(host=self.users[0], options=options, ai_levels=("trainee",))
        join_table(match_id=self.match.pk, user=self.users[1])
        self.clients = [self.browser(user) for user in self.users]
        self.steps = 0

    def browser(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    @rule(who=st.integers(0, 2), address=POSTS, number=NUMBERED, form=FORMS, scripted=st.booleans())
    def post_anything(self, who: int, address: Address, number: int, form: dict[str, object], scripted: bool) -> None:
        headers = {"HX-Request": "true"} if scripted else {}
        path = self.path_to(address, number)
        assert self.clients[who].post(path, as_fields(form), headers=headers).status_code in ANSWERS, path

    @rule(who=st.integers(0, 2), address=PAGES, number=NUMBERED, asked=ASKED, seen=VALUES)
    def look_at_anything(self, who: int, address: Address, number: int, asked: dict[str, object], seen: object) -> None:
        query = as_fields({"seen": seen, "plan": seen, "pick": seen, **asked})
        path = self.path_to(address, number)
        assert self.clients[who].get(path, query).status_code in ANSWERS, path

    def path_to(self, address: Address, number: int) -> str:
        """Fill the gaps of an address; one that leads nowhere would be answered too."""
        path = address.filled({**values_for(address, self.match), "number": number, "before": number})
        assert resolve(path)
        return path

    @rule(choices=st.lists(st.floats(0, 0.99), min_size=1, max_size=8), key=TEXTS, late=st.sampled_from([0, 0, -1, 1]))
    def move_honestly(self, choices: list[float], key: str, late: int) -> None:
        """Whoever is asked answers, a few times; sometimes too late or too early."""
        for choice in choices:
            self.match.refresh_from_db()
            if self.match.status != Match.Status.RUNNING or self.match.paused_at:
                return
            seat = self.match.seats.get(number=self.match.turn_seat)
            answers = legal_moves(self.match.read_state())
            # Low bids, so that there is money left for what comes.
            self.answer(seat, answers[int(len(answers) * choice**2)], key, late)
        Strangers.farthest = max(Strangers.farthest, self.match.number)

    def answer(self, seat: Seat, move: Move, key: str, late: int) -> None:
        """Play for an AI's seat by the door, as its worker does; for a person's by a post."""
        number = self.match.number + 1
        if seat.brain_level:
            play_move(match_id=self.match.pk, seat=seat.number, move=move, number=number, by_ai=True)
            return
        [client] = [client for user, client in zip(self.users, self.clients, strict=True) if user.pk == seat.user_id]
        form = {"number": number + late, "key": key, **as_form(move)}
        assert client.post(reverse("table-move", args=[self.match.pk]), as_fields(form)).status_code in ANSWERS
        self.match.refresh_from_db()
        assert late or self.match.number >= number

    @invariant()
    def nothing_illegal_is_stored(self) -> None:
        self.steps += 1
        if self.steps % 10 == 0:
            self.verify()

    def verify(self) -> None:
        assert verify_match(Match.objects.get(pk=self.match.pk)) == []

    def teardown(self) -> None:
        self.verify()
        connection.run_on_commit.clear()  # all of a test is one transaction, so that nothing of it is ever committed


def run(examples: int) -> None:
    """Let strangers at so many matches."""
    for begun in range(0, examples, AT_A_TIME):
        run_some(min(AT_A_TIME, examples - begun))


def run_some(examples: int) -> None:
    run_state_machine_as_test(
        Strangers,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            phases=[Phase.generate],  # what fails is printed as it was found; making it smaller takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.usefixtures("unlogged_refusals")
@pytest.mark.parametrize("part", PARTS)
def test_whatever_is_posted_nothing_fails_and_nothing_illegal_is_stored(part: int) -> None:
    Strangers.farthest = 0
    run(WARM)
    before = resident()
    run(EXAMPLES - WARM)
    assert resident() - before < LARGEST_GROWTH
    assert Strangers.farthest > FAR


def test_every_act_at_a_table_is_tried() -> None:
    tried = {address.route.removeprefix("tables/<int:pk>/") for address in at_tables("post")}
    assert {"move/", "orders/", "concede/", "pace/", "thanks/", "options/", "analysis/ask/", "rematch/"} <= tried
    assert "log/<int:before>/" in {address.route.removeprefix("tables/<int:pk>/") for address in at_tables("get")}
