"""The rankings, a person's chart and the calculator, as people see them."""

import re

import pytest
from django.db import connection
from playwright.sync_api import expect

from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember_results
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.leaderboard.results import finished

pytestmark = pytest.mark.django_db(transaction=True)


def test_rankings_follow_a_match_charts_are_drawn_and_the_calculator_answers(visit: Visit) -> None:
    ada, grace, hedy = (somebody(name) for name in ("ada", "grace", "hedy"))
    for order in ((ada, grace, hedy), (grace, ada, hedy), (ada, hedy, grace)):
        finished(*order)
    count_results(thorough=True)
    remember_results(thorough=True)
    connection.close()
    page, phone = visit("hedy").page, visit("hedy", width=360, color_scheme="light", language="de").page
    page.goto("/rankings/")
    expect(page.locator("#standings tbody tr").first).to_contain_text("ada")
    expect(page.get_by_role("group", name="Your place")).to_contain_text("3.")
    assert_open_to_all(page)

    # A match that ends is counted by the server and shown without a reload.
    for number in range(6):
        finished(hedy, somebody(f"rival-{number}"), somebody(f"stranger-{number}"))
    connection.close()
    expect(page.locator("#standings tbody tr").first).to_contain_text("hedy")
    expect(page.get_by_role("group", name="Your place")).to_contain_text("1.")
    page.get_by_role("link", name="2 seats").click()
    expect(page).to_have_url(re.compile("table=2"))
    expect(page.get_by_text("Nobody is ranked here yet")).to_be_visible()

    for path in ("/rankings/", "/people/ada/", "/rankings/of/ada/many-overall/", "/rankings/how/"):
        phone.goto(path)
        assert_open_to_all(phone)
    page.goto("/people/ada/")
    expect(page.get_by_role("img", name=re.compile("Rating over time"))).to_be_visible()
    assert_open_to_all(page)
    page.goto("/rankings/how/")
    page.get_by_label("Your rating").fill("1600")
    page.get_by_label("Rating of opponent 1").fill("1500")
    page.get_by_label("Rating of opponent 2").fill("")
    expect(page.locator("#outcome")).to_contain_text("+7.2")
