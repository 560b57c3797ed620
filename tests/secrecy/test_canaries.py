"""Canaries: what nobody has seen yet is named in no mail, log line, queue message, bus message, push or error page."""

import logging
import re
from random import Random

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Letter
from config import task_queue
from games import broadcast
from games.engine import State, legal_moves
from games.engine.state import HIDDEN
from games.engine.view import view
from games.models import Match
from games.play.services.moves import play_moves
from games.table import rendering
from games.table.rendering import changes
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.lengths import how_many

pytestmark = pytest.mark.django_db(transaction=True)
ENTRIES = how_many(short=60, long=400)
OURS = ("games", "accounts", "config", "leaderboard", "celery")


def canaries(state: State, secret: bytes) -> set[str]:
    """Everything that no seat and no spectator may know at this moment."""
    edition, deal = state.edition, state.setup.deal
    seen = [view(state, viewer).state.setup.deal for viewer in (None, *range(state.setup.seats))]

    def hidden(place: str) -> set[int]:
        return {
            item
            for position, item in enumerate(getattr(deal, place))
            if all(getattr(one, place)[position] == HIDDEN for one in seen)
        }

    tiles = {edition.tiles[tile].id for tile in (*hidden("bag"), *hidden("legends"))}
    known = {edition.tiles[tile].id for tile in {*deal.bag, *deal.legends} - {*hidden("bag"), *hidden("legends")}}
    return (tiles - known) | {edition.screenplays[n].id for n in hidden("screenplays")} | {secret.hex()}


def named(canaries: set[str], text: str) -> list[str]:
    """Name the canaries in a text, as whole words."""
    return sorted(canaries & set(re.findall(r"[\w-]+", text)))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that goes over the bus and into the queue."""
    kept: list[str] = []
    monkeypatch.setattr(broadcast, "tell_each", lambda groups, message: kept.append(f"{groups} {message}"))
    for module in (task_queue, broadcast):
        monkeypatch.setattr(module, "enqueue", lambda *args, **kwargs: kept.append(f"{args} {kwargs}"))
    return kept


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


def test_nothing_that_leaves_names_what_is_hidden(match, sent, caplog, settings):
    settings.TURN_MAIL_SECONDS = 0
    dice, pushes = Random("canaries"), 0
    with caplog.at_level(logging.DEBUG):
        for logger in ("django", "asyncio", "PIL"):  # the database's own log holds every row
            logging.getLogger(logger).setLevel(logging.INFO)
        for _ in range(ENTRIES):
            match.refresh_from_db()
            if match.status != Match.Status.RUNNING:
                break
            state = match.read_state()
            answers = legal_moves(state)
            chosen = answers[int(len(answers) * dice.random() ** 3)]
            play_moves(match_id=match.pk, seat=state.turn, moves=[chosen], number=match.number + 1)
            match.refresh_from_db()
            hidden = canaries(match.read_state(), bytes(match.secret))
            assert len(hidden) > 1 or match.status == Match.Status.FINISHED
            pushed = "".join(f"{changes(match, viewer, 'en', None)}" for viewer in (None, 0, 1, 2))
            pushes += len(pushed) > 0
            left = [*sent, pushed, *(record.getMessage() for record in caplog.records)]
            assert named(hidden, "\n".join(left)) == []
            sent.clear()
            caplog.clear()
    assert pushes


def test_no_mail_names_what_is_hidden(match, people):
    Letter.objects.update(due_at=timezone.now())
    assert deliver_due()
    hidden = canaries(match.read_state(), bytes(match.secret))
    texts = [part for message in mail.outbox for part in (message.subject, message.body, str(message.alternatives))]
    assert texts
    assert named(hidden, "\n".join(texts)) == []


@pytest.mark.parametrize("who", ["ada", ""])
def test_no_error_page_names_what_is_hidden(match, people, monkeypatch, caplog, who):
    def break_down(*seen: object) -> None:
        raise RuntimeError("the camera jammed")

    monkeypatch.setattr(rendering, "build_table", break_down)
    client = Client(raise_request_exception=False)
    if who:
        client.force_login(people(who))
    answer = client.get(f"/tables/{match.pk}/")
    hidden = canaries(match.read_state(), bytes(match.secret))
    assert answer.status_code == 500
    assert named(hidden, answer.content.decode()) == []
    assert named(hidden, caplog.text) == []


def test_a_canary_is_found_where_there_is_one(match):
    hidden = canaries(match.read_state(), bytes(match.secret))
    assert named(hidden, f"the next tile is {min(hidden)}, they say") == [min(hidden)]
