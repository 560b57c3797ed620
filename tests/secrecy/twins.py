"""A match and its twin: played alike, equal in all that a viewer may know, different in everything else."""

from random import Random
from typing import Any

from accounts.models import User
from games.engine import State, legal_moves
from games.engine.state import PARTY
from games.models import Match, Note, OrderSheet, Seat
from games.orders.record import to_json
from games.orders.values import LotOrder, Orders, Say
from games.play.services.moves import begin_match, play_moves
from games.render_cache import part_cache, table_cache
from tests.games.engine.test_view import with_other_secrets

NAMES = ("ada", "grace", "hedy", "zadie", "fritz")


def play_some(people: Any, edition: str, seats: int, dice: Random, entries: int, *, alone: bool = False) -> Match:
    """Begin a match by the real services, of people or of one against AIs; play so many entries by chance."""
    users = [people(name) for name in NAMES[:seats]]
    options = {"title": "Twins", "edition_id": edition, "size": seats, "decision_seconds": 600}
    options |= {"rated": not alone, "hints_allowed": alone}
    match = Match.objects.create(host=users[0], secret=dice.randbytes(32), **options)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, ai_level="trainee")
        if alone and number
        else Seat(match=match, number=number, user=user)
        for number, user in enumerate(users)
    )
    begin_match(match=match)
    for _ in range(entries):
        play_one(match, dice)
    return match


def play_one(match: Match, dice: Random) -> None:
    """Play one answer of whoever is asked; low bids, so that the match goes on for long."""
    match.refresh_from_db()
    if match.status != Match.Status.RUNNING:
        return
    state = match.read_state()
    answers = legal_moves(state)
    chosen = answers[0] if state.phase == PARTY else answers[min(int(len(answers) * dice.random() ** 3), 3) - 1]
    by_ai = match.seats.filter(number=state.turn, user=None).exists()
    play_moves(match_id=match.pk, seat=state.turn, moves=[chosen], number=match.number + 1, by_ai=by_ai)
    match.refresh_from_db()


def lay(match: Match, state: State, viewer: int | None, dice: Random) -> None:
    """Store a state, and what others have ordered and noted for themselves; forget what was drawn and looked at."""
    table_cache.clear()
    part_cache.clear()
    match.write_state(state)
    match.secret = dice.randbytes(32)
    match.save(update_fields=["state", "secret", "turn_seat"])
    match.seats.update(seen_number=0, looked_at=None)
    for seat in match.seats.exclude(number=viewer).exclude(user=None).select_related("user"):
        write_secrets(match, seat, dice)


def write_secrets(match: Match, seat: Seat, dice: Random) -> None:
    """Let somebody else order and note something of their own."""
    # For a quarter that will not come, so that nothing is answered by it.
    orders = Orders(quarter=9, lots={0: LotOrder(Say.LIMIT, dice.randint(1, 12))}, cap=dice.randint(1, 60))
    said = {"content": to_json(orders), "number": dice.randint(1, 99), "key": f"{dice.getrandbits(32):x}"}
    OrderSheet.objects.update_or_create(match=match, seat=seat.number, defaults=said)
    assert isinstance(seat.user, User)
    Note.objects.update_or_create(match=match, user=seat.user, defaults={"text": f"{dice.getrandbits(64):x}"})


def twin_of(state: State, viewer: int | None, dice: Random) -> State:
    """Deal anew what the viewer cannot see; purses follow from the log, so they are as they are."""
    twin = with_other_secrets(state, viewer, dice)
    twin.money = state.money[:]
    return twin
