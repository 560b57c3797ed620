"""What pages about a match that is over show, and of which matches they show nothing."""

import pytest
from django.test import Client
from django.utils import timezone

from games.analysis.services import ask_analysis
from games.models import Match
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("hidden", "result"),
    [
        ({}, 200),
        ({"set_aside_at": timezone.now()}, 200),
        ({"rules": 99}, 200),
        ({"sealed": True, "spectators_allowed": False}, 404),
        ({"status": Match.Status.RUNNING}, 404),
    ],
)
def test_of_a_match_that_is_closed_only_the_result_is_shown_and_of_one_in_play_nothing(people, table, hidden, result):
    match = finish(begin(people, table, "grace"))
    Match.objects.update(**hidden)
    client = Client()
    client.force_login(people("ada"))
    assert client.get(f"/tables/{match.pk}/card.png").status_code == result
    for rest in ("replay/5/card.png", "analysis/", "play-on/5/"):
        assert client.get(f"/tables/{match.pk}/{rest}").status_code == (404 if hidden else 200), rest
    assert client.post(f"/tables/{match.pk}/analysis/ask/").status_code == (404 if hidden else 302)


def test_they_take_few_queries_however_long_the_match_was(people, table, django_assert_max_num_queries):
    match = finish(begin(people, table, "grace"))
    ask_analysis(match=match)
    client = Client()
    client.force_login(people("ada"))
    for rest in ("analysis/", "play-on/5/"):
        client.get(f"/tables/{match.pk}/{rest}")  # what all pages share is asked for once
        with django_assert_max_num_queries(8):
            assert client.get(f"/tables/{match.pk}/{rest}").status_code == 200
