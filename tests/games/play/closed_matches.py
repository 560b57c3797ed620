"""Matches that can be neither played nor drawn: what tests of them have in common."""

import pytest
from django.utils import timezone

from games.engine import Bid
from games.engine.state import RULES_VERSION
from games.models import Match
from games.play.services.moves import play_move
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

UNKNOWN = RULES_VERSION + 41
# What a state and its moves look like by other rules is anybody's guess.
STRANGE_STATE = {"rules": UNKNOWN, "phase": "sequel", "quarter": "fifth", "location": "moon", "bid": [], "turn": {}}


def forget_rules(match: Match) -> Match:
    """Lets a match be one that a newer program stored."""
    match.moves.update(entry={"sequel": True}, events=[{"kind": "sequel_announced"}])
    Match.objects.filter(pk=match.pk).update(rules=UNKNOWN, state=STRANGE_STATE, opening=[{"kind": "premiere"}])
    match.refresh_from_db()
    return match


@pytest.fixture
def running(people: People, table: Tables) -> Match:
    """Ada's against grace and an AI, with a move made and a deadline."""
    match = begin(people, table, "grace", title="Premiere", host_begins=True, hints_allowed=True)
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    return forget_rules(match)


@pytest.fixture
def over(people: People, table: Tables) -> Match:
    match = finish(begin(people, table, "grace", title="Farewell", rated=True))
    return forget_rules(match)


@pytest.fixture
def aside(people: People, table: Tables) -> Match:
    """One that was put away as broken: by known rules, and as unreadable."""
    match = begin(people, table, "grace", title="Broken")
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(state={"nonsense": True}, set_aside_at=now, paused_at=now)
    match.refresh_from_db()
    return match


def damage(match: Match) -> Match:
    """Lets a match be one that cannot be read, by known rules, and that nobody has put away yet."""
    Match.objects.filter(pk=match.pk).update(state={"nonsense": True})
    match.refresh_from_db()
    return match


@pytest.fixture
def damaged(people: People, table: Tables) -> Match:
    """One in play."""
    return damage(begin(people, table, "grace", title="Torn"))
