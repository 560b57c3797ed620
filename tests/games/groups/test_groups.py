"""Groups: made, joined, led and left; their ladder, their tables, and an invitation to all."""

import pytest
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.models import StaffAct
from accounts.people.services.blocks import block_user
from games.groups import services
from games.groups.refusals import GroupFull, NameTaken, NobodyToInvite, NoGroups, NotForYou, NotLeader, TooManyGroups
from games.groups.selectors import groups_of, page_of
from games.groups.services import invite_group, join_group, leave_group, let_in, make_group, send_away
from games.models import FilterWord, Invitation, Membership, PlayerGroup
from games.moderation.services.filters import WordFiltered, forget_filters
from leaderboard.services.counting import count_results
from tests.games.matches import begin
from tests.leaderboard.results import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(people):
    return make_group(leader=people("ada"), name="Night Owls", about="We play late.", entry="open")


def roles(group):
    return dict(group.memberships.values_list("user__username", "role"))


def test_a_group_is_made_found_joined_and_left(people):
    ada, grace = Client(), Client()
    ada.force_login(people("ada"))
    grace.force_login(people("grace"))
    made = ada.post("/groups/new/", {"name": " Night  Owls ", "about": "Late.", "entry": "open"})
    assert made.headers["Location"] == "/groups/night-owls/"
    assert "Night Owls" in Client().get("/groups/").content.decode()
    grace.post("/groups/night-owls/join/")
    group = PlayerGroup.objects.get()
    assert roles(group) == {"ada": "leader", "grace": "member"}
    assert list(groups_of(people("grace"))) == [group]
    grace.post("/groups/night-owls/leave/")
    assert roles(group) == {"ada": "leader"}


def test_whoever_asks_is_let_in_or_not(people):
    group = make_group(leader=people("ada"), name="Few", about="", entry="asked")
    for name in ("grace", "hedy"):
        assert join_group(group_id=group.pk, user=people(name)).role == Membership.Role.ASKING
    assert not list(groups_of(people("grace")))
    with pytest.raises(NotLeader):
        let_in(group_id=group.pk, leader=people("hedy"), user_id=people("hedy").pk)
    let_in(group_id=group.pk, leader=people("ada"), user_id=people("grace").pk)
    send_away(group_id=group.pk, leader=people("ada"), user_id=people("hedy").pk)
    send_away(group_id=group.pk, leader=people("ada"), user_id=people("ada").pk)
    assert roles(group) == {"ada": "leader", "grace": "member"}


def test_the_longest_there_leads_on_and_an_empty_group_is_gone(people, group):
    for name in ("grace", "hedy"):
        join_group(group_id=group.pk, user=people(name))
    leave_group(group_id=group.pk, user=people("ada"))
    assert roles(group) == {"grace": "leader", "hedy": "member"}
    delete_account(user=people("grace"))
    assert roles(group) == {"hedy": "leader"}
    leave_group(group_id=group.pk, user=people("hedy"))
    assert not PlayerGroup.objects.exists()


def test_names_that_look_alike_are_one(people, group):
    for name in ("Night Owls", "night owls", "Níght Öwls", "Night\u200d Owls"):
        with pytest.raises(NameTaken):
            make_group(leader=people("grace"), name=name, about="", entry="open")
    client = Client()
    client.force_login(people("grace"))
    page = client.post("/groups/new/", {"name": "night owls", "entry": "open"}).content.decode()
    assert "There is a group of that name" in page
    assert "at least one letter" in client.post("/groups/new/", {"name": "!!", "entry": "open"}).content.decode()


def test_no_sign_that_nobody_sees_stands_in_what_a_group_says_of_itself(people):
    client = Client()
    client.force_login(people("ada"))
    client.post("/groups/new/", {"name": "\u202eOwls\u200b", "about": "One\u202eline.\nTwo\u2066.", "entry": "open"})
    group = PlayerGroup.objects.get()
    assert (group.name, group.about) == ("Owls", "Oneline.\nTwo.")


def test_no_address_of_a_group_is_that_of_a_page_or_of_another(people):
    ends = [make_group(leader=people("ada"), name=name, about="", entry="open").slug for name in ("New", "New 2")]
    assert ends == ["new-2", "new-2-2"]
    assert make_group(leader=people("ada"), name="映画", about="", entry="open").slug == "映画"
    assert Client().get("/groups/映画/").status_code == 200


def test_guests_full_groups_blocks_and_many_groups_are_refused(people, guest, group, settings, monkeypatch):
    with pytest.raises(NoGroups):
        join_group(group_id=group.pk, user=guest)
    block_user(blocker=people("ada"), blocked=people("grace"))
    with pytest.raises(NotForYou):
        join_group(group_id=group.pk, user=people("grace"))
    monkeypatch.setattr(services, "MOST_MEMBERS", 1)
    with pytest.raises(GroupFull):
        join_group(group_id=group.pk, user=people("hedy"))
    settings.GROUPS = 1
    with pytest.raises(TooManyGroups):
        make_group(leader=people("ada"), name="Another", about="", entry="open")


def test_filtered_words_stand_in_no_name(people):
    FilterWord.objects.create(kind="word", text="spam")
    forget_filters()
    with pytest.raises(WordFiltered):
        make_group(leader=people("ada"), name="spam", about="", entry="open")


def test_its_ladder_has_its_members_alone(people, group):
    join_group(group_id=group.pk, user=people("grace"))
    finished(people("grace"), people("ada"), people("hedy"))
    count_results()
    page = Client().get("/groups/night-owls/").content.decode()
    ladder = page.split('id="ladder-many-overall"')[1].split("</table>")[0]
    assert ladder.index("grace") < ladder.index("ada")
    assert "hedy" not in ladder


def test_its_tables_are_what_everybody_may_see(people, table, group):
    join_group(group_id=group.pk, user=people("grace"))
    running = begin(people, table, "hedy", host="grace")
    table(host="hedy")
    assert page_of(group, people("stranger")).tables == [running]
    block_user(blocker=people("hedy"), blocked=people("stranger"))
    assert page_of(group, people("stranger")).tables == []


def test_the_host_invites_all_of_it_who_can_be_invited(people, table, group):
    for name in ("grace", "hedy", "zadie"):
        join_group(group_id=group.pk, user=people(name))
    block_user(blocker=people("zadie"), blocked=people("ada"))
    match = table(size=5)
    client = Client()
    client.force_login(people("ada"))
    assert "Night Owls" in client.get(f"/tables/{match.pk}/").content.decode()
    page = client.post(f"/tables/{match.pk}/invite-group/", {"group": group.pk}, follow=True).content.decode()
    assert "2 members are invited." in page
    assert set(Invitation.objects.values_list("user__username", flat=True)) == {"grace", "hedy"}
    with pytest.raises(NobodyToInvite):
        invite_group(group_id=group.pk, match_id=match.pk, host=people("ada"))
    other = table(host="stranger")
    client.force_login(people("stranger"))
    refused = client.post(f"/tables/{other.pk}/invite-group/", {"group": group.pk}, follow=True).content.decode()
    assert "Only members of the group" in refused


def test_the_leader_says_what_it_is_and_staff_take_it_down_with_a_trace(people, group, admin_user):
    client = Client()
    client.force_login(people("ada"))
    client.post("/groups/night-owls/change/", {"about": "Earlier now.", "entry": "asked"})
    group.refresh_from_db()
    assert (group.about, group.entry) == ("Earlier now.", "asked")
    page = client.post("/groups/night-owls/change/", {"about": "x" * 601, "entry": "open"}, follow=True)
    assert "Nothing was changed." in page.content.decode()
    assert client.post("/groups/night-owls/dissolve/", {"why": "mine"}).status_code == 403
    client.force_login(admin_user)
    client.post("/groups/night-owls/dissolve/", {"why": " "})
    assert PlayerGroup.objects.exists()
    client.post("/groups/night-owls/dissolve/", {"why": "An insult."})
    assert not PlayerGroup.objects.exists()
    assert StaffAct.objects.get(verb="dissolve group").why == "An insult."


def test_a_name_of_signs_that_stand_for_whole_lines_is_too_long(people):
    client = Client()
    client.force_login(people("ada"))
    answer = client.post("/groups/new/", {"name": "\ufdfa" * 40, "about": "", "entry": "open"})
    assert "name" in answer.context["form"].errors


def test_an_address_that_no_group_can_have_is_not_found():
    assert Client().get("/groups/a%00b/").status_code == 404
