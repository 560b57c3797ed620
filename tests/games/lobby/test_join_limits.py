"""Hosts say whom they play with: by rating and reliability. Whoever is invited by name needs neither."""

import pytest
from django.test import Client

from games.lobby.services.invitations import accept_invitation, invite
from games.lobby.services.join_limits import OutsideLimits
from games.lobby.services.seating import join_table
from games.models import Match
from leaderboard.models import Rating
from leaderboard.services.remembering import remember_results
from tests.leaderboard.results import finished

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("limits", "is_let_in"),
    [
        ({"rating_from": 1500}, True),
        ({"rating_from": 1501}, False),
        ({"rating_to": 1500}, True),
        ({"rating_to": 1499}, False),
        ({"rating_from": 1400, "rating_to": 1600, "reliability_from": 100}, True),
    ],
)
def test_a_newcomer_counts_as_everybody_began(people, table, limits, is_let_in):
    match = table(**limits)
    if is_let_in:
        join_table(match_id=match.pk, user=people("grace"))
    else:
        with pytest.raises(OutsideLimits):
            join_table(match_id=match.pk, user=people("grace"))
    assert match.seats.filter(user=people("grace")).exists() == is_let_in


def test_the_rating_is_that_of_tables_of_this_size(people, table):
    Rating.objects.create(user=people("grace"), ladder="many-overall", value=1_700_000, matches=9)
    join_table(match_id=table(size=4, rating_from=1700).pk, user=people("grace"))
    with pytest.raises(OutsideLimits, match="Your rating is 1500; the host asks for at least 1700"):
        join_table(match_id=table(size=2, rating_from=1700).pk, user=people("grace"))


def test_who_leaves_matches_is_told_why(people, table):
    finished(people("grace"), people("hedy"), quit_by=[people("grace")])
    finished(people("grace"), people("hedy"))
    remember_results(thorough=True)
    match = table(reliability_from=60)
    client = Client()
    client.force_login(people("grace"))
    page = client.post(f"/tables/{match.pk}/join/", follow=True).content.decode()
    assert "Your reliability is 50 %; the host asks for at least 60 %." in page
    join_table(match_id=match.pk, user=people("hedy"))


def test_whoever_is_invited_by_name_needs_neither(people, table):
    match = table(rating_from=3000, reliability_from=100)
    people("grace")
    invitation = invite(match_id=match.pk, host=people("ada"), name="grace")
    accept_invitation(invitation_id=invitation.pk, user=people("grace"))
    assert match.seats.filter(user=people("grace")).exists()


def test_the_form_the_lobby_and_the_table_say_so(people, table):
    client = Client()
    client.force_login(people("ada"))
    said = client.get("/tables/new/").context["form"].initial
    page = client.get("/tables/new/").context["form"]
    answers = {name: field.initial for name, field in page.fields.items() if field.initial is not None} | said
    wanted = {**answers, "rating_from": 1400, "rating_to": 1600, "reliability_from": 90}
    client.post("/tables/new/", wanted)
    match = Match.objects.get()
    assert (match.rating_from, match.rating_to, match.reliability_from) == (1400, 1600, 90)
    for address in ("/lobby/", f"/tables/{match.pk}/"):
        shown = " ".join(Client().get(address).content.decode().split())
        assert "rating 1400 to 1600" in shown
        assert "reliability at least 90 %" in shown
    refused = client.post("/tables/new/", {**wanted, "rating_to": 1300}).content.decode()
    assert "below the lower limit" in refused
