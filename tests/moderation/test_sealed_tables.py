"""Staff who play a deal read nothing of the other tables that play it, before the last of them is over."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Match, Tournament
from games.moderation.selectors import reports_for
from games.moderation.services.reports import Subject, report
from games.talk.services import say
from tests.games.conftest import People
from tests.games.matches import finish
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, matches_of, tournament
from tests.moderation.conftest import Staff
from tests.moderation.second_factor import show_second_factor

__all__ = ["tournament"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(people: People, staff: Staff, tournament: Tournaments) -> tuple[Client, Match, Match]:
    """A moderator who plays in a tournament, their own table, and another one that has played the same deal."""
    moderator = staff("moderator", "p1")
    made = tournament(entrants=4, seats=2, form=Tournament.Form.DUPLICATE, rounds=1)
    own, other = sorted(matches_of(begin(made)), key=lambda match: not match.seats.filter(user=moderator).exists())
    speaker = other.seats.exclude(user=None)[0].user
    say(match=other, user=speaker, text="A canary for Rome!")
    report(reporter=people("hedy"), subject=Subject(about=speaker, match=other), kind="abuse", words="Look.")
    finish(other)
    return show_second_factor(moderator), own, other


def test_what_happens_at_the_others_is_not_for_who_plays_the_same_deal(
    tables: tuple[Client, Match, Match], people: People
) -> None:
    browser, own, other = tables
    assert browser.get(f"/admin/games/match/{own.pk}/change/").status_code == 200
    for path in ("change/", "do/pause/"):
        assert browser.get(f"/admin/games/match/{other.pk}/{path}").status_code == 403, path
    assert not moves_shown(browser, other)
    assert "A canary" not in browser.get("/admin/games/chatline/").content.decode()
    assert not reports_for(people("p1")).exists()


def test_it_is_for_other_staff_and_for_all_once_the_round_is_over(
    tables: tuple[Client, Match, Match], people: People, at_work: Callable[[str], Client]
) -> None:
    browser, _own, other = tables
    assert at_work("helper").get(f"/admin/games/match/{other.pk}/change/").status_code == 200
    finish_round(other.tournament_table.round)
    assert browser.get(f"/admin/games/match/{other.pk}/change/").status_code == 200
    assert moves_shown(browser, other)
    assert reports_for(people("p1")).exists()


def moves_shown(browser: Client, match: Match) -> bool:
    return (
        f"/admin/games/playedmove/{match.moves.order_by('-pk')[0].pk}/"
        in browser.get(f"/admin/games/playedmove/?q={match.pk}").content.decode()
    )
