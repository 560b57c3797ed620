"""Who is looking."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from config.signals import sweeping
from games.models import Match, Presence
from games.talk import news
from games.talk.news import draw_looking, glances
from games.talk.presence import be_gone, be_present, sweep_absent
from games.talk.presence import look as look_at_table
from games.talk.selectors import who_is_looking
from tests.games.conftest import People, Tables
from tests.games.matches import begin


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    glances.clear()
    return begin(people, table, "grace")


def look(match: Match, user: User | None, connection: str) -> None:
    be_present(match_id=match.pk, user=user, connection=connection)


def test_players_and_spectators_are_told_apart_and_strangers_counted(
    match: Match, people: People, django_assert_num_queries: Any
) -> None:
    look(match, people("grace"), "a")
    look(match, people("hedy"), "b")
    look(match, people("hedy"), "c")
    look(match, None, "d")
    with django_assert_num_queries(1):
        looking = who_is_looking(match.pk)
    assert [player.name for player in looking.players] == ["grace"]
    assert [person.name for person in looking.spectators] == ["hedy"]
    assert (looking.seats, looking.nameless, looking.unnamed) == ("1", 1, 1)


def test_who_closes_one_of_two_pages_still_looks(match: Match, people: People) -> None:
    look(match, people("hedy"), "a")
    look(match, people("hedy"), "b")
    be_gone(match_id=match.pk, connection="a")
    assert who_is_looking(match.pk).spectators
    be_gone(match_id=match.pk, connection="b")
    assert not who_is_looking(match.pk).spectators


def test_a_page_whose_server_died_fades_and_is_swept(match: Match, people: People) -> None:
    look(match, people("hedy"), "dead")
    look(match, people("grace"), "alive")
    Presence.objects.filter(connection="dead").update(seen_at=timezone.now() - timedelta(seconds=61))
    assert not who_is_looking(match.pk).spectators
    sweeping.send(sender=None)
    assert Presence.objects.get().connection == "alive"
    assert sweep_absent() == 0


def test_a_page_that_was_swept_by_mistake_comes_back(match: Match, people: People) -> None:
    look(match, people("hedy"), "slow")
    Presence.objects.all().delete()
    look(match, people("hedy"), "slow")
    assert who_is_looking(match.pk).spectators


def test_a_part_is_drawn_once_for_all_who_ask_together(
    match: Match, people: People, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(match, people("hedy"), "a")
    monkeypatch.setattr(news, "time", SimpleNamespace(monotonic=lambda: 7.0))
    with django_assert_num_queries(1):
        drawn = {draw_looking(match.pk, "en") for _ in range(20)}
    assert len(drawn) == 1
    assert "hedy" in drawn.pop()


def test_names_are_escaped_and_many_are_counted(match: Match, people: People) -> None:
    for number in range(12):
        look(match, people(f"person-{number}"), str(number))
    html = draw_looking(match.pk, "en")
    assert "person-7" in html
    assert "person-8" not in html
    assert "and 4 more are watching" in html


def test_a_tab_that_is_behind_does_not_lower_what_a_person_has_seen(match: Match, people: People) -> None:
    behind = Match.objects.get(pk=match.pk)
    match.number = 7
    look_at_table(match=match, user=people("grace"))
    assert look_at_table(match=behind, user=people("grace")) == 7
    assert match.seats.get(user=people("grace")).seen_number == 7
