"""Decisions in words that fit what happened."""

import pytest
from django.utils import translation

from games.analysis.words import title_of
from games.engine.state import NO_BID
from games.history.replay import replay_of_record
from games.history.services import import_record
from tests.games.analysis.records import SHORT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "passed before anybody bid"),
        ("fr", "a passé avant la première offre"),
        ("de", "hat vor dem ersten Gebot gepasst"),
    ],
)
def test_nobody_passes_at_nothing(people, language, words):
    replay = replay_of_record(import_record(owner=people("ada"), raw=SHORT.read_bytes()))
    states, entries = replay.timeline.states, replay.timeline.entries
    first = next(n for n, entry in enumerate(entries) if entry[1] == "pass" and states[n].bid == NO_BID)
    later = next(n for n, entry in enumerate(entries) if entry[1] == "pass" and states[n].bid > 0)
    with translation.override(language):
        titles = [
            title_of(
                {
                    "number": at + 1,
                    "seat": entries[at][0],
                    "kind": "passed",
                    "price": max(states[at].bid, 0),
                    "answers": [{"entry": entries[at], "is_played": True}],
                },
                replay,
            )
            for at in (first, later)
        ]
    assert words in titles[0]
    assert words not in titles[1]
