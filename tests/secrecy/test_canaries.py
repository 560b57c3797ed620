"""Canaries: what nobody has seen yet is named in no mail, log line, queue message, bus message, push or error page."""

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from celery import Celery
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Letter
from config.after_commit import after_commit
from config.bus import Bus
from games.broadcast import wake_ai
from games.engine import SPECTATOR, State, legal_moves
from games.engine.state import HIDDEN
from games.engine.view import view
from games.models import Match, Note, OrderSheet
from games.orders.record import to_json
from games.orders.values import LotOrder, Orders
from games.play.services.moves import play_moves
from games.signals import entries_played
from games.table import rendering
from games.table.rendering import changes
from leaderboard.listeners import count_ended_match
from leaderboard.tasks import count_more
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.lengths import how_many

pytestmark = pytest.mark.django_db(transaction=True)
ENTRIES = how_many(short=60, long=400)
# Loggers whose every word is of no interest: the database's own holds every row.
CHATTER = ("django", "asyncio", "PIL")


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


def own_canaries(seat: int) -> set[str]:
    """What a seat has noted, and the sums it has ordered: nobody else's business."""
    return {f"jotted-{seat}", f"{900_000 + seat}", f"{800_000 + seat}"}


def write_canaries(match: Match) -> None:
    """Let every seat note something, and say sums in orders for this quarter that answer nothing."""
    quarter, location = match.read_state().quarter, match.read_state().location
    for seat in match.seats.select_related("user"):
        orders = Orders(quarter, {location: LotOrder(limit=900_000 + seat.number)}, cap=800_000 + seat.number)
        OrderSheet.objects.update_or_create(match=match, seat=seat.number, defaults={"content": to_json(orders)})
        Note.objects.update_or_create(match=match, user=seat.user, defaults={"text": f"jotted-{seat.number}"})


class Leaving:
    """All that leaves while a match is played, by the way it takes; and how often something went each way."""

    def __init__(self) -> None:
        self.now: dict[str, list[str]] = defaultdict(list)
        self.seen: Counter[str] = Counter()

    def note(self, way: str, *what: object) -> None:
        # A line's end is written out in what stands within lists: no part of the word behind it.
        self.now[way].append(" ".join(f"{one}" for one in what).replace("\\n", " "))
        self.seen[way] += 1

    def named(self, hidden: set[str]) -> list[str]:
        """Name what has left and should not have; then begin anew."""
        gone, self.now = self.now, defaultdict(list)
        return named(hidden, "\n".join(text for texts in gone.values() for text in texts))


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Leaving:
    """Listen where every message to the bus and every task comes by, whoever sends it."""
    leaving = Leaving()
    monkeypatch.setattr(Bus, "send", lambda _self, *groups, message: leaving.note("bus", groups, message))
    monkeypatch.setattr(Celery, "send_task", lambda _self, *args, **options: leaving.note("tasks", args, options))
    caplog.set_level(logging.DEBUG)
    for logger in CHATTER:
        caplog.set_level(logging.INFO, logger)
    return leaving


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


def play_on(match: Match, dice: Random) -> None:
    """Play one answer of whoever is asked; low ones, so that the match goes on for long."""
    state = match.read_state()
    answers = legal_moves(state)
    chosen = answers[int(len(answers) * dice.random() ** 3)]
    play_moves(match_id=match.pk, seat=state.turn, moves=[chosen], number=match.number + 1)
    match.refresh_from_db()


def send_mails(match: Match, leaving: Leaving) -> None:
    """Send whatever is to be told of this moment, as if nobody had heard of an earlier one."""
    match.seats.update(looked_at=None)
    Letter.objects.update(due_at=timezone.now())
    deliver_due()
    Letter.objects.all().delete()
    for message in mail.outbox:
        leaving.note("mails", message.subject, message.body, message.alternatives)
    mail.outbox.clear()


def read_log(caplog: pytest.LogCaptureFixture, leaving: Leaving) -> None:
    """Take over every line of the log with its traceback and with the facts that came with it."""
    for record in caplog.records:
        leaving.note("log", logging.Formatter().format(record), getattr(record, "facts", ""))
    caplog.clear()


@pytest.fixture
def jammed() -> Iterator[None]:
    """Let something fail after every entry: in ordinary play there is nothing to log, least of all a traceback."""

    def jam(**_seen: object) -> None:
        raise RuntimeError("the camera jammed")

    entries_played.connect(jam)
    yield
    entries_played.disconnect(jam)


@pytest.mark.usefixtures("jammed")
def test_nothing_that_leaves_names_what_is_hidden(match, leaving, caplog, settings):
    settings.TURN_MAIL_SECONDS = 0
    dice = Random("canaries")
    own = {seat: own_canaries(seat) for seat in range(3)}
    for _ in range(ENTRIES):
        if match.status != Match.Status.RUNNING:
            break
        write_canaries(match)
        play_on(match, dice)
        send_mails(match, leaving)
        read_log(caplog, leaving)
        hidden = canaries(match.read_state(), bytes(match.secret))
        assert len(hidden) > 1 or match.status == Match.Status.FINISHED
        assert leaving.named(hidden.union(*own.values())) == []
        for viewer in (SPECTATOR, *own):
            leaving.note("pushes", changes(match, viewer, "en", None))
            others = set[str]().union(*(said for seat, said in own.items() if seat != viewer))
            assert leaving.named(hidden | others) == []
    assert leaving.seen.keys() == {"bus", "tasks", "mails", "log", "pushes"}


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


def test_what_is_logged_is_read_with_its_traceback(match, leaving, caplog):
    def jam(tile: str) -> None:
        raise RuntimeError(tile)

    hidden = canaries(match.read_state(), bytes(match.secret))
    after_commit(jam, min(hidden))
    logging.getLogger("games").info("Only facts", extra={"facts": {"next": min(hidden)}})
    read_log(caplog, leaving)
    assert [named(hidden, line) for line in leaving.now["log"]] == [[min(hidden)], [min(hidden)]]


def test_every_task_is_noted_whoever_sends_it(leaving):
    count_ended_match(match_id=1)
    wake_ai(timezone.now(), 2, 3)
    count_more.delay()
    assert leaving.seen["tasks"] == 3
