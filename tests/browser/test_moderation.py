"""From a report to an undone mute, in three browsers: who reports, who moderates, and who is muted."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.db import connection
from django.test import override_settings
from playwright.sync_api import Page, expect

from accounts.models import Sanction, StaffAct
from accounts.staff.services.factors import confirm_factors
from games.models import Match, Report
from games.talk.services import say
from tests.accounts.entrance.test_second_factor import code_of
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Person, Site, Visit, somebody
from tests.browser.test_talk import begin
from tests.waiting import wait_until


def of_staff(visit: Visit, role: str = "moderator", name: str = "louella") -> Person:
    """A moderator, or whoever else, who comes in by their second factor."""
    person = visit(name)
    assert person.user is not None
    person.user.is_staff = True
    person.user.save(update_fields=["is_staff"])
    person.user.groups.set([Group.objects.get(name=role)])
    secret = generate_totp_secret()
    with override_settings(SECRET_KEY=person.secret_key):  # which encrypts it
        factor = TOTP.activate(person.user, secret).instance
    confirm_factors(actor=None, user=person.user, factors=[factor.pk], why="knows her voice")
    connection.close()
    person.page.goto("/admin/")
    person.page.get_by_label("Code").fill(code_of(secret))
    person.page.get_by_role("button", name="Go on").click()
    expect(person.page.get_by_text("What is to be done")).to_be_visible()
    return person


def use(page: Page, tool: str, **said: str) -> None:
    page.get_by_role("link", name=tool, exact=True).click()
    for name, words in said.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(words)
        else:
            field.fill(words)
    page.locator("input[type=submit]").click()
    expect(page.locator(".messagelist .success")).to_contain_text(f"Done: {tool}")


def test_a_line_is_reported_its_author_muted_and_heard_and_the_mute_undone(visit: Visit, site: Site) -> None:
    ada, grace = visit("ada"), visit("grace", width=360)
    match = begin(ada.user, grace.user)
    say(match=match, user=grace.user, text="You play like a popcorn machine.")
    connection.close()

    ada.page.goto(f"/tables/{match.pk}/talk/")
    ada.page.locator(".talk__line").hover()
    ada.page.get_by_role("link", name="Report this line").click()
    assert_open_to_all(ada.page)
    ada.page.get_by_label("Insults or harassment").check()
    ada.page.get_by_label("What happened?").fill("Every time.")
    ada.page.get_by_role("button", name="Send the report").click()
    expect(ada.page.get_by_text("The moderators will look at it")).to_be_visible()

    louella = of_staff(visit)
    louella.page.get_by_role("link", name="1 open report").click()
    louella.page.get_by_role("link", name="Insults or harassment").first.click()
    expect(louella.page.locator(".as-seen__line")).to_contain_text("popcorn machine")
    assert_open_to_all(louella.page)
    use(louella.page, "Claim")
    use(louella.page, "Mute", days="3", message="Be kind to the others.", why="an insult")

    grace.page.goto(f"/tables/{match.pk}/talk/")
    expect(grace.page.locator(".talk__silent")).to_contain_text("A moderator has muted you")
    grace.page.locator(".talk__silent a").click()
    expect(grace.page.get_by_text("Be kind to the others.")).to_be_visible()
    assert_open_to_all(grace.page)
    grace.page.get_by_text("Appeal", exact=True).click()
    grace.page.get_by_label("Why should it be undone?").fill("We always joke like that.")
    grace.page.get_by_role("button", name="Send the appeal").click()
    expect(grace.page.get_by_text("A moderator will read it and answer here.")).to_be_visible()

    hedda = of_staff(visit, name="hedda")  # who imposed it does not answer
    hedda.page.get_by_role("link", name="1 appeal to answer").click()
    hedda.page.locator("#result_list tbody th a").first.click()
    use(hedda.page, "Answer", granted="yes", answer="Then joke on.")

    grace.page.reload()
    expect(grace.page.get_by_text("Then joke on.")).to_be_visible()
    grace.page.goto(f"/tables/{match.pk}/talk/")
    expect(grace.page.locator("#talk-text")).to_be_visible()
    told(match)


def told(match: Match) -> None:
    """The trace has every act, with who, what, to whom and why."""
    acts = list(StaffAct.objects.order_by("pk").values_list("verb", "actor__username", "person__username", "why"))
    assert acts == [
        ("confirm factor", None, "louella", "knows her voice"),
        ("claim report", "louella", "grace", "Insults or harassment"),
        ("impose mute", "louella", "grace", "an insult"),
        ("confirm factor", None, "hedda", "knows her voice"),
        ("search appeal", "hedda", None, "answered_at__isempty=1"),
        ("grant appeal", "hedda", "grace", "Then joke on."),
        ("lift mute", "hedda", "grace", "Then joke on."),
    ]
    report = Report.objects.get()
    assert [row["text"] for row in report.context["talk"]] == ["You play like a popcorn machine."]
    assert Sanction.objects.get().lifted_at is not None


def test_what_moderators_do_to_a_match_reaches_open_pages_at_once(visit: Visit, site: Site) -> None:
    ada, grace = visit("ada").page, visit("grace", width=360).page
    first, second = begin(somebody("ada"), somebody("grace")), begin(somebody("ada"), somebody("grace"))
    ada.goto("/lobby/")
    grace.goto(f"/tables/{second.pk}/")
    expect(grace.locator("#connection")).to_have_attribute("data-state", "connected")

    louella = of_staff(visit).page
    louella.goto(f"/admin/games/match/{first.pk}/change/")
    use(louella, "End without a result", why="the table asked")
    expect(ada.locator(f"#row-{first.pk}")).to_have_count(0)
    expect(ada.locator(f"#row-{second.pk}")).to_be_visible()

    louella.goto(f"/admin/games/match/{second.pk}/change/")
    use(louella, "Set aside as broken", why="it is broken")
    expect(ada.locator(f"#row-{second.pk}")).to_contain_text("Set aside")
    expect(grace.get_by_text("This match was set aside")).to_be_visible()


def test_words_for_everybody_are_read_and_put_away_without_script(visit: Visit, site: Site) -> None:
    from tests.moderation.test_care import announced

    announced(texts={"en": "Season two begins", "fr": "x", "de": "y"})
    connection.close()
    stranger = visit(width=360, script=False)

    def is_said() -> bool:
        stranger.page.goto("/rules/")
        return stranger.page.get_by_text("Season two begins").count() == 1

    wait_until(is_said, "an announcement made by another process")
    stranger.page.locator(".care button").click()
    expect(stranger.page.get_by_text("Season two begins")).to_have_count(0)
    assert stranger.page.url.endswith("/rules/")


@pytest.mark.parametrize("width", [360, 1440])
def test_the_tools_of_a_match_leave_its_title_and_its_players_to_be_read(visit: Visit, site: Site, width: int) -> None:
    match = begin(visit("ada").user, visit("grace").user)
    Match.objects.filter(pk=match.pk).update(title="The long night of the very long titles, second reel of three")
    louella = of_staff(visit)
    page = louella.page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/admin/games/match/{match.pk}/change/")
    title, players, tools = (page.locator(part).bounding_box() for part in (".desk-head", ".desk-table", ".tools"))
    assert title
    assert players
    assert tools
    assert title["y"] + title["height"] <= min(players["y"], tools["y"])
    assert_open_to_all(page)
    expect(page.locator(".desk-table").get_by_role("link", name="grace")).to_be_visible()
    page.get_by_role("link", name="Put an AI on a seat").click()
    assert sorted(
        words.partition(": ")[2] for words in page.locator("[name=seat_number] option").all_inner_texts()
    ) == [
        *("ada", "grace"),
    ]
