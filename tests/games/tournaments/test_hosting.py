"""Making, changing and ending tournaments, and who may."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block, StaffAct, User
from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Entrant, Match, Seat, Tournament
from games.play.refusals import CannotInvite, KeptAway, TooManyInvitationsInAnHour, UnknownChoice, UnknownPerson
from games.tournaments.forms import TournamentForm, said_of
from games.tournaments.refusals import (
    AccountNeeded,
    AlreadyOver,
    EnteredForCasualPlay,
    EntrantsInvited,
    EntriesClosed,
    HasBegun,
    NotEntered,
    NotForBots,
    NotTheHost,
    NotTrusted,
    TooFewEntrants,
    TooManyTournaments,
    TournamentFull,
    WereDisqualified,
)
from games.tournaments.selectors.results import standings_of
from games.tournaments.services import hosting
from games.tournaments.services.entering import enter, leave, let_go
from games.tournaments.services.hosting import (
    TournamentOptions,
    begin_now,
    call_off,
    change_tournament,
    disqualify,
    invite,
    is_trusted,
    make_tournament,
)
from games.tournaments.services.rounds import run_due
from tests.games.conftest import People, Tables
from tests.games.matches import begin as begin_table
from tests.games.matches import finish
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest, matches_of

pytestmark = pytest.mark.django_db


def options(**said: Any) -> TournamentOptions:
    usual = {
        "name": "Cup",
        "form": "swiss",
        "starts_at": timezone.now() + timedelta(days=1),
        "edition_id": DEFAULT_EDITION,
    }
    return TournamentOptions(**usual | said)


def test_who_hosts_is_known_has_played_and_is_under_no_sanction(people: People, table: Tables, settings: Any) -> None:
    settings.TOURNAMENT_HOST_MATCHES = 1
    ada = people("ada")
    assert not is_trusted(ada)
    finish(begin_table(people, table, "grace"))
    assert is_trusted(ada)
    assert is_trusted(people("grace"))
    ada.under_sanction = True
    assert not is_trusted(ada)
    assert not is_trusted(User(username="Guest 1", is_guest=True))
    assert is_trusted(User(username="staff", is_staff=True))


def test_nobody_else_makes_one(people: People) -> None:
    with pytest.raises(NotTrusted):
        make_tournament(host=people("ada"), options=options())


def test_nobody_hosts_too_many(tournament: Tournaments, settings: Any) -> None:
    settings.TOURNAMENTS = 1
    tournament()
    with pytest.raises(TooManyTournaments):
        tournament()


@pytest.mark.parametrize("said", [{"edition_id": "none"}, {"form": "knockout"}, {"seats": 6}, {"pace": "never"}])
def test_what_no_page_offers_is_refused(people: People, tournament: Tournaments, said: dict[str, Any]) -> None:
    with pytest.raises(UnknownChoice):
        tournament(**said)


def test_options_change_until_it_begins(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=2)
    change_tournament(actor=people("host"), pk=made.pk, options=options(name="Another"))
    made.refresh_from_db()
    assert made.name == "Another"
    begin(made)
    with pytest.raises(HasBegun):
        change_tournament(actor=people("host"), pk=made.pk, options=options())
    with pytest.raises(NotTheHost):
        change_tournament(actor=people("p1"), pk=made.pk, options=options())


def test_nobody_who_entered_for_casual_play_plays_for_ratings(people: People, tournament: Tournaments) -> None:
    made = tournament()
    enter(tournament_id=made.pk, user=people("host"))
    for rated in (True, False):
        change_tournament(actor=people("host"), pk=made.pk, options=options(rated=rated))
    enter(tournament_id=made.pk, user=people("p1"))
    with pytest.raises(EnteredForCasualPlay):
        change_tournament(actor=people("host"), pk=made.pk, options=options(rated=True))
    assert not Tournament.objects.get().rated


def test_a_host_lets_it_begin_early(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=2)
    begin_now(actor=people("host"), pk=made.pk)
    run_due()
    made.refresh_from_db()
    assert made.is_running


def test_nobody_calls_it_off_by_beginning_with_too_few(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=4, form="duplicate")
    with pytest.raises(TooFewEntrants):
        begin_now(actor=people("host"), pk=made.pk)
    run_due()
    made.refresh_from_db()
    assert made.is_open


def test_entries_are_refused_in_words(people: People, tournament: Tournaments, guest: User) -> None:
    made = tournament(size=2)
    with pytest.raises(AccountNeeded):
        enter(tournament_id=made.pk, user=guest)
    bot = people("bot")
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    with pytest.raises(NotForBots):
        enter(tournament_id=made.pk, user=User.objects.get(pk=bot.pk))
    Block.objects.create(blocker=people("host"), blocked=people("foe"))
    with pytest.raises(KeptAway):
        enter(tournament_id=made.pk, user=people("foe"))
    for name in ("ada", "grace"):
        enter(tournament_id=made.pk, user=people(name))
    enter(tournament_id=made.pk, user=people("ada"))  # a second click
    with pytest.raises(TournamentFull):
        enter(tournament_id=made.pk, user=people("hedy"))
    assert made.entrants.count() == 2


def test_one_by_invitation_is_entered_by_the_invited(people: People, tournament: Tournaments) -> None:
    made = tournament(by_invitation=True)
    with pytest.raises(EntrantsInvited):
        enter(tournament_id=made.pk, user=people("ada"))
    invite(actor=people("host"), pk=made.pk, name="ada")
    assert enter(tournament_id=made.pk, user=people("ada")).is_in
    with pytest.raises(UnknownPerson):
        invite(actor=people("host"), pk=made.pk, name="nobody")
    Block.objects.create(blocker=people("foe"), blocked=people("host"))
    with pytest.raises(CannotInvite):
        invite(actor=people("host"), pk=made.pk, name="foe")


def test_a_host_floods_nobody_with_invitations(
    people: People, tournament: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MOST_IN_AN_HOUR", 3)
    made, other = tournament(), tournament(name="Another")
    for number in range(3):
        invite(actor=people("host"), pk=made.pk, name=people(f"i{number}").username)
    with pytest.raises(TooManyInvitationsInAnHour):
        invite(actor=people("host"), pk=other.pk, name=people("ada").username)
    assert invite(actor=people("host"), pk=made.pk, name="i0").status == Entrant.Status.INVITED
    Entrant.objects.update(entered_at=timezone.now() - timedelta(hours=2))
    assert invite(actor=people("host"), pk=other.pk, name="ada").tournament == other


def test_entries_close_with_the_beginning(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=2)
    begin(made)
    with pytest.raises(EntriesClosed):
        enter(tournament_id=made.pk, user=people("late"))


def test_who_leaves_before_the_beginning_was_never_there(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=3)
    leave(tournament_id=made.pk, user=people("p1"))
    assert made.entrants.count() == 2
    with pytest.raises(NotEntered):
        leave(tournament_id=made.pk, user=people("p1"))


def test_who_withdraws_is_played_on_by_an_ai_and_not_paired_again(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=3)
    first = begin(made)
    leave(tournament_id=made.pk, user=people("p1"))
    assert Seat.objects.get(match__tournament_table__round=first, user=people("p1")).conceded_at
    finish_round(first)
    assert not latest(made).seats.filter(entrant__user=people("p1")).exists()
    row = next(row for row in standings_of(made) if row.entrant == Entrant.objects.get(user=people("p1")).pk)
    assert row.half_points == 0


def test_somebody_disqualified_stands_nowhere_and_stays_out(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=3)
    begin(made)
    entrant = Entrant.objects.get(user=people("p1"))
    disqualify(actor=people("host"), pk=made.pk, entrant_id=entrant.pk, why="talked")
    entrant.refresh_from_db()
    assert (entrant.status, entrant.note) == ("disqualified", "talked")
    assert entrant.pk not in [row.entrant for row in standings_of(made)]
    assert Seat.objects.get(user=people("p1")).conceded_at
    with pytest.raises(WereDisqualified):
        enter(tournament_id=made.pk, user=people("p1"))


def test_what_moderators_do_to_others_tournaments_is_traced(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=2)
    root = User.objects.create_superuser("root", "root@example.org", "a long sentence")
    call_off(actor=root, pk=made.pk, why="spam")
    assert StaffAct.objects.get(verb="call off tournament").why == "spam"
    with pytest.raises(AlreadyOver):
        call_off(actor=root, pk=made.pk)


def test_calling_off_leaves_the_matches_to_their_people(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate")
    first = begin(made)
    call_off(actor=people("host"), pk=made.pk)
    finish_round(first)
    made.refresh_from_db()
    assert made.status == Tournament.Status.CALLED_OFF
    assert made.round_set.count() == 1
    assert not Match.objects.filter(sealed=True).exists()
    assert {match.status for match in matches_of(first)} == {"finished"}


def test_who_leaves_the_site_leaves_their_tournaments(people: People, tournament: Tournaments) -> None:
    played, waiting = tournament(entrants=4), tournament(entrants=2)
    begin(played)
    let_go(user=people("p1"))
    assert Entrant.objects.get(tournament=played, user=people("p1")).status == "withdrawn"
    assert not Entrant.objects.filter(tournament=waiting, user=people("p1")).exists()
    let_go(user=people("host"))
    waiting.refresh_from_db()
    assert waiting.status == Tournament.Status.CALLED_OFF


def test_the_form_says_what_is_wrong(people: People, tournament: Tournaments) -> None:
    made = tournament()
    good = said_of(made) | {"live_pause": 600, "slow_pause": 0, "slow_seconds": 86400, "size": 16}
    form = TournamentForm(good)
    assert form.is_valid(), form.errors
    assert form.options().pause_seconds == 600
    wrong = {
        "starts_at": timezone.now() - timedelta(hours=1),
        "form": "league",
        "size": 1,
        "name": "",
    }
    assert set(TournamentForm(good | wrong).errors) == {"starts_at", "pace", "size", "name"}


@pytest.mark.parametrize(("typed", "kept"), [("\u202eThe  Cup\u200b", "The Cup"), ("\u200b\u202e", None)])
def test_no_sign_that_nobody_sees_stands_in_a_name(tournament: Tournaments, typed: str, kept: str | None) -> None:
    more = {"live_pause": 600, "slow_pause": 0, "slow_seconds": 86400, "size": 16}
    form = TournamentForm(said_of(tournament()) | more | {"name": typed, "about": "Bring\u202e\r\npopcorn."})
    assert form.is_valid() == (kept is not None)
    assert form.cleaned_data.get("name") == kept
    assert form.cleaned_data["about"] == "Bring\npopcorn."
