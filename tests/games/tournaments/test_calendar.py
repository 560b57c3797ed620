"""A calendar tells when somebody plays in tournaments."""

import pytest

from accounts.models import User
from games.feeds.selectors import entries_of
from games.models import Entrant
from tests.games.tournaments.conftest import begin, finish_round

pytestmark = pytest.mark.django_db


def written(user: User) -> list[str]:
    return [entry.words for entry in entries_of(user) if not entry.key.startswith("turn-")]


def test_the_start_of_a_tournament_stands_in_the_calendars_of_those_who_entered(people, tournament):
    made = tournament(4)
    (entry,) = entries_of(people("p1"))
    assert (entry.words, entry.at) == ("The tournament “The Golden Reel” begins", made.starts_at)
    assert entry.url.endswith(made.get_absolute_url())
    assert entries_of(people("host")) == []


def test_a_round_stands_there_until_it_is_over_and_not_for_who_has_withdrawn(people, tournament):
    played = begin(tournament(4, rounds=1))
    assert written(people("p1")) == ["Round 1 of “The Golden Reel” begins"]
    Entrant.objects.filter(user=people("p2")).update(status=Entrant.Status.WITHDRAWN)
    assert written(people("p2")) == []
    finish_round(played)
    assert written(people("p1")) == []
