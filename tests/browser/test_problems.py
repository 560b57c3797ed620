"""The problem of the day in a real browser: an answer that did not arrive stays chosen, and nothing is told before."""

import pytest
from playwright.sync_api import expect

from games.models import DailyProblem, ProblemAnswer
from games.problems.services import prepare_days
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stranger_answers_on_a_phone(visit: Visit) -> None:
    prepare_days()
    problem = DailyProblem.objects.get()
    stranger = visit(width=360)
    page = stranger.page
    page.goto("/")
    page.get_by_role("link", name="Find the best answer").click()
    assert_open_in_every_look(page)
    page.set_viewport_size({"width": 360, "height": 780})
    chosen = page.locator(f"[name=choice][value='{problem.best}']")
    chosen.check()
    page.route("**/answer/", lambda route: route.abort())
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    expect(chosen).to_be_checked()
    assert not ProblemAnswer.objects.exists()
    stranger.complaints.clear()  # of the request that was cut off
    page.unroute("**/answer/")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator(".problem__verdict")).to_contain_text("You found it.")
    expect(page.locator(".problem__bar")).to_have_count(len(problem.answers))
    assert ProblemAnswer.objects.get().choice == problem.best
    assert_open_in_every_look(page)
