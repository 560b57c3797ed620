"""The level that suits somebody next: one step up after wins, one down after heavy losses, said once and kindly."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.lobby.services.tables import quick_start
from games.lobby.suggesting import AiResult, Suggestion, results_against_ais, suggest_level, suggestion_for
from games.models import Match, Seat
from tests.games.matches import begin, finish

WIN, CLEAR_WIN, LOSS, BAD_LOSS = 5, 20, -5, -30


def results(level: str, *leads: int) -> list[AiResult]:
    return [AiResult(level, lead, is_won=lead > 0) for lead in leads]


@pytest.mark.parametrize(
    ("played", "level", "kind"),
    [
        (results("trainee", WIN), "trainee", "same"),
        (results("trainee", CLEAR_WIN), "assistant", "harder"),
        (results("trainee", WIN, LOSS, WIN), "assistant", "harder"),
        (results("trainee", LOSS, WIN, WIN), "trainee", "same"),
        (results("director", BAD_LOSS, BAD_LOSS), "director", "same"),
        (results("director", BAD_LOSS, BAD_LOSS, BAD_LOSS), "assistant", "easier"),
        (results("director", LOSS, LOSS, LOSS), "director", "same"),
        (results("trainee", BAD_LOSS, BAD_LOSS, BAD_LOSS), "trainee", "same"),
        (results("mogul", CLEAR_WIN, CLEAR_WIN), "mogul", "same"),
        (results("assistant", WIN) + results("trainee", CLEAR_WIN, CLEAR_WIN), "assistant", "same"),
    ],
)
def test_the_next_level(played, level, kind):
    assert suggest_level(played) == Suggestion(level, played[0].level, kind)


def test_whoever_has_played_none_gets_no_suggestion():
    assert suggest_level([]) is None


def played_by(user, lead: int, level: str = "trainee") -> Match:
    """A match of somebody against AIs, over, with so many points ahead of them."""
    match = finish(quick_start(user=user, seats=3, studio=None, level=level))
    Seat.objects.filter(match=match).exclude(user=user).update(score=30, place=2 if lead > 0 else 1)
    Seat.objects.filter(match=match, user=user).update(score=30 + lead, place=1 if lead > 0 else 3)
    return match


@pytest.mark.django_db
def test_it_stands_in_the_lobby_and_is_chosen(people):
    played_by(people("ada"), CLEAR_WIN)
    client = Client()
    client.force_login(people("ada"))
    page = " ".join(client.get("/lobby/").content.decode().split())
    assert "You did well against the Trainee. Try the Assistant next." in page
    assert page.count('name="level" value="assistant"') == 2  # also where one begins at once on a phone
    assert 'value="assistant" checked' in page or 'value="assistant" id="id_level_1" checked' in page


@pytest.mark.django_db
def test_the_end_of_the_latest_match_says_it_too(people):
    earlier, latest = (played_by(people("ada"), CLEAR_WIN) for _ in range(2))
    Match.objects.filter(pk=earlier.pk).update(finished_at=timezone.now() - timedelta(days=1))
    client = Client()
    client.force_login(people("ada"))
    words = "Try the Assistant next."
    assert words in " ".join(client.get(f"/tables/{latest.pk}/").content.decode().split())
    assert words not in " ".join(client.get(f"/tables/{earlier.pk}/").content.decode().split())
    what_if = played_by(people("ada"), CLEAR_WIN)
    Match.objects.filter(pk=what_if.pk).update(copied=0)
    assert words not in " ".join(client.get(f"/tables/{what_if.pk}/").content.decode().split())
    assert words in " ".join(client.get(f"/tables/{latest.pk}/").content.decode().split())


@pytest.mark.django_db
def test_heavy_losses_lead_to_something_easier(people):
    for _ in range(3):
        played_by(people("ada"), BAD_LOSS, level="director:miser")
    found = suggestion_for(people("ada"), finished=3)
    assert found == Suggestion("assistant", "director", "easier")
    client = Client()
    client.force_login(people("ada"))
    assert "may be more fun for now" in client.get("/lobby/").content.decode()


@pytest.mark.django_db
def test_only_matches_alone_with_ais_count(people, table):
    finish(begin(people, table, "grace"))
    assert results_against_ais(people("ada")) == []
    match = played_by(people("ada"), WIN)
    assert results_against_ais(people("ada")) == [AiResult("trainee", WIN, is_won=True)]
    Seat.objects.filter(match=match, user=people("ada")).update(decisions=1, decisions_by_ai=2)
    assert results_against_ais(people("ada")) == []  # an AI played it


@pytest.mark.django_db
def test_whoever_knows_the_place_is_left_alone(people, django_assert_num_queries):
    ada = people("ada")
    played_by(ada, CLEAR_WIN)
    with django_assert_num_queries(0):
        assert suggestion_for(ada, finished=21) is None
        assert suggestion_for(ada, finished=0) is None
