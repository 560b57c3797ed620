"""Random posts at a table, between honest moves: nothing fails, and nothing illegal is ever stored."""

import gc
import logging
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from accounts.models import User
from bench._load_people import as_form
from games.engine import legal_moves
from games.lobby.services.seating import join_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match
from games.play.verification import verify_match
from tests.fuzz.words import FORMS, TEXTS, VALUES, as_fields
from tests.lengths import LONG, how_many

pytestmark = pytest.mark.django_db
EXAMPLES, STEPS = how_many(short=6, long=1_000), 100 if LONG else 30  # a share is one of the matches, not of both
# So many matches at a time: Hypothesis remembers all that it ever drew, to draw it once, until it is done.
AT_A_TIME = 20
MEGABYTE = 1 << 20
LARGEST_GROWTH = 40 * MEGABYTE
# What may be answered: done, shown, redirected, or refused in words; never that something broke.
ANSWERS = range(200, 500)
NAMES = count()
POSTS = st.sampled_from(
    [
        *("move", "undo", "orders", "orders/revoke", "hint", "guide", "say", "notes", "back", "report", "rematch"),
        *(f"terms/{act}" for act in ("propose", "answer", "go-on", "take-over", "substitute")),
        *("join", "leave", "kick", "studio", "ready", "start", "ai", "dissolve", "invite"),
    ]
)
PAGES = st.sampled_from(
    ["", "log/5/", "orders/", "talk/", "replay/", "replay/3/", "check/", "terms/", "way/", "card.png"]
)


class Strangers(RuleBasedStateMachine):
    """A match between two people and an AI, at which anybody sends anything."""

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

    @rule(who=st.integers(0, 2), act=POSTS, form=FORMS, scripted=st.booleans())
    def post_anything(self, who: int, act: str, form: dict[str, object], scripted: bool) -> None:
        headers = {"HX-Request": "true"} if scripted else {}
        path = f"/tables/{self.match.pk}/{act}/"
        assert self.clients[who].post(path, as_fields(form), headers=headers).status_code in ANSWERS, path

    @rule(who=st.integers(0, 2), page=PAGES, asked=st.dictionaries(TEXTS, VALUES, max_size=3), seen=VALUES)
    def look_at_anything(self, who: int, page: str, asked: dict[str, object], seen: object) -> None:
        query = as_fields({"seen": seen, "plan": seen, "pick": seen, **asked})
        path = f"/tables/{self.match.pk}/{page}"
        assert self.clients[who].get(path, query).status_code in ANSWERS, path

    @rule(choice=st.floats(0, 0.99), key=TEXTS, late=st.integers(-1, 1))
    def move_honestly(self, choice: float, key: str, late: int) -> None:
        """Somebody who is asked answers; sometimes too late or too early."""
        self.match.refresh_from_db()
        if self.match.status != Match.Status.RUNNING or self.match.turn_seat not in (0, 1):
            return
        answers = legal_moves(self.match.read_state())
        form = {"number": self.match.number + 1 + late, "key": key, **as_form(answers[int(len(answers) * choice)])}
        client = self.clients[self.match.turn_seat]
        assert client.post(f"/tables/{self.match.pk}/move/", as_fields(form)).status_code in ANSWERS

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


def resident() -> int:
    """Return how much memory this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


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


@pytest.fixture
def unlogged_refusals() -> Iterator[None]:
    """Have refusals not logged: pytest keeps every line with its request, tens of megabytes that are not the site's."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("unlogged_refusals")
def test_whatever_is_posted_nothing_fails_and_nothing_illegal_is_stored() -> None:
    run(max(1, EXAMPLES // 4))
    before = resident()
    run(EXAMPLES)
    assert resident() - before < LARGEST_GROWTH
