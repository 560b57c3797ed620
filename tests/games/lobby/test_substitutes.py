"""Substitutes: who takes over the seat of somebody who vanished, and what it means for the record and ratings."""

from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block
from games.engine import legal_moves
from games.history.filters import HistoryFilters
from games.history.selectors import history_of
from games.lobby.selectors import invitations_of, offered_seats
from games.lobby.services.invitations import accept_invitation, invite_substitute
from games.lobby.services.seating import KeptAway
from games.lobby.services.substitutes import HadASeat, NotOffered, take_over
from games.models import Match
from games.moderation.admin.secrets import plays_in
from games.play.refusals import ActionRefused, GuestsPlayUnrated, NotInvited, NotSeated, SeatedAlready
from games.play.selectors.visibility import may_see
from games.play.services.deadlines import come_back
from games.play.services.moves import TableMoved, play_moves
from games.play.services.positions import moves_in_force
from games.play.verification import verify_match
from games.takeout import belongings_of
from leaderboard.models import Appearance, RatingChange
from leaderboard.rating import LAST
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember_results
from tests.games.lobby.vanishing import DAY, clock, match, offered, play_on
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked
from tests.races import together
from tests.servers import repeat_on_postgresql

__all__ = ["clock", "match"]
pytestmark = pytest.mark.django_db


def test_a_substitute_from_the_lobby_plays_on_with_all_the_time(match, people, client, clock):
    seat = offered(match, clock)
    while asked(match).pk != seat.pk:
        act(match)
    client.force_login(people("mary"))
    assert "ada stays away" in client.get("/lobby/").content.decode()
    assert "Take over the seat" in client.get(f"/tables/{match.pk}/terms/").content.decode()
    answer = client.post(f"/tables/{match.pk}/terms/take-over/")
    assert answer.headers["Location"] == match.get_absolute_url()
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.user, seat.began_by, seat.brain_level) == (people("mary"), people("ada"), "")
    assert match.deadline_at == timezone.now() + DAY
    page = client.get(match.get_absolute_url()).content.decode()
    assert "A substitute takes over the seat of <b>ada</b>" in page
    assert 'name="number"' in page
    assert "ada stays away" not in client.get("/lobby/").content.decode()


def test_a_substitute_is_invited_by_whoever_plays_there(match, people, clock):
    with pytest.raises(NotOffered):
        invite_substitute(match_id=match.pk, inviter=people("grace"), name=people("mary").username)
    seat = offered(match, clock)
    with pytest.raises(NotSeated):
        invite_substitute(match_id=match.pk, inviter=people("joan"), name="mary")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.INVITED, spectators_allowed=False)
    with pytest.raises(NotInvited):
        take_over(match_id=match.pk, user=people("mary"))
    invitation = invite_substitute(match_id=match.pk, inviter=people("grace"), name="mary")
    assert invitations_of(people("mary")).get() == invitation
    accept_invitation(invitation_id=invitation.pk, user=people("mary"))
    seat.refresh_from_db()
    assert seat.user == people("mary")
    assert not invitations_of(people("mary")).exists()


def test_who_may_not_sit_there_takes_nothing_over(match, people, guest, clock):
    offered(match, clock)
    with pytest.raises(SeatedAlready):
        take_over(match_id=match.pk, user=people("grace"))
    with pytest.raises(GuestsPlayUnrated):
        take_over(match_id=match.pk, user=guest)
    Block.objects.create(blocker=people("mary"), blocked=people("grace"))
    with pytest.raises(KeptAway):
        take_over(match_id=match.pk, user=people("mary"))
    assert not offered_seats(people("mary")).exists()


def test_whoever_was_replaced_looks_on_and_does_not_come_back(match, people, clock):
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.INVITED, spectators_allowed=False)
    match.host = people("grace")
    match.save(update_fields=["host"])
    offered(match, clock)
    invitation = invite_substitute(match_id=match.pk, inviter=people("grace"), name=people("mary").username)
    accept_invitation(invitation_id=invitation.pk, user=people("mary"))
    ada = people("ada")
    match.refresh_from_db()
    assert may_see(match, ada)
    assert plays_in(ada, match)  # as staff they could not read what is hidden
    with pytest.raises(NotSeated):
        come_back(match_id=match.pk, user=ada)
    assert not offered_seats(ada).exists()


def test_a_second_substitute_follows_and_only_who_began_is_rated(match, people, clock):
    for _ in range(30):
        act(match)
    seat = offered(match, clock)
    first = seat.user
    take_over(match_id=match.pk, user=people("mary"))
    while asked(match).pk != seat.pk:
        act(match)
    offered(match, clock)
    with pytest.raises(HadASeat):
        take_over(match_id=match.pk, user=first)
    take_over(match_id=match.pk, user=people("joan"))
    play_on(match)
    seat.refresh_from_db()
    assert (seat.user, seat.began_by) == (people("joan"), first)
    count_results(thorough=True)
    remember_results(thorough=True)
    moved = RatingChange.objects.filter(match=match)
    assert set(moved.values_list("user", flat=True)) == {people(name).pk for name in ("ada", "grace", "hedy")}
    assert set(moved.filter(user=first).values_list("standing", flat=True)) == {LAST}
    assert Appearance.objects.get(match=match, user=first).has_quit
    assert audit() == []
    assert verify_match(match) == []


def test_the_record_history_and_takeout_know_who_owned_when(match, people, clock, client):
    for _ in range(12):
        act(match)
    seat = offered(match, clock)
    former, mary = seat.user, people("mary")
    before = {row["number"] for row in belongings_of(former)["moves"] if row["match"] == match.pk}
    take_over(match_id=match.pk, user=mary)
    play_on(match)
    assert {row["number"] for row in belongings_of(former)["moves"]} == before
    hers = {row["number"] for row in belongings_of(mary)["moves"]}
    assert hers
    assert min(hers) > max(before)
    assert len(moves_in_force(match)) > len(hers)
    for user in (former, mary):
        assert history_of(user, HistoryFilters()).get() == match
        client.force_login(user)
        for name in ("table", "table-record", "replay"):
            assert client.get(reverse(name, args=[match.pk]), follow=True).status_code == 200
    page = client.get(match.get_absolute_url()).content.decode()
    assert "came as a substitute" in page


def test_what_it_means_for_ratings_is_one_sentence_at_the_table(match, people, client):
    client.force_login(people("grace"))
    page = client.get(f"/tables/{match.pk}/terms/").content.decode()
    assert "A player who is replaced by a substitute counts as having left and is rated as last" in page


@pytest.mark.django_db(transaction=True)
def test_the_owner_returns_in_the_moment_a_substitute_sits_down_and_exactly_one_has_the_seat(people, table, clock):
    match = begin(people, table, "grace", host_begins=True)
    offered(match, clock)

    def attempt(deed) -> bool:
        try:
            return bool(deed())
        except (ActionRefused, TableMoved):
            return False

    ada = people("ada")
    deeds = [
        partial(come_back, match_id=match.pk, user=ada),
        *(partial(take_over, match_id=match.pk, user=people(name)) for name in ("mary", "joan", "rosa")),
    ]
    assert sum(together([partial(attempt, deed) for deed in deeds])) == 1
    kinds = list(match.table_events.values_list("kind", flat=True))
    assert kinds.count("back") + kinds.count("substituted") == 1


def test_a_move_of_the_former_owner_that_comes_a_moment_late_is_not_played(match, people, clock):
    seat = offered(match, clock)
    ada = people("ada")
    take_over(match_id=match.pk, user=people("mary"))
    match.refresh_from_db()
    move = legal_moves(match.read_state())[0]
    with pytest.raises(TableMoved):
        play_moves(match_id=match.pk, seat=seat.number, moves=[move], number=match.number + 1, user_id=ada.pk)


def test_the_log_calls_everybody_as_they_were_when_they_played(match, people, clock, client):
    seat = asked(match)
    act(match)
    while asked(match).pk != seat.pk:
        act(match)
    offered(match, clock)
    take_over(match_id=match.pk, user=people("mary"))
    number = match.number
    act(match)
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    newer, older = page.split(f'id="entry-{number}"')
    assert "<b>mary</b>" in newer.split('id="log"')[1]
    assert "<b>ada</b>" in older
    assert "<b>mary</b>" not in older.split("</ol>")[0]


def test_these_races_have_the_same_outcome_on_postgresql(postgres_url: str) -> None:
    agreements, rest = "tests/games/play/test_agreements.py", "tests/games/play/test_rest.py"
    offers = "tests/games/lobby/test_offered_seats.py"
    repeat_on_postgresql(postgres_url, __file__, offers, agreements, rest, only="moment or downtime")
