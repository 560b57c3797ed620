"""The operator's page in a browser: by its link, for everybody's eyes and fingers, and fresh by itself."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Route, expect

from games.models import Process, Sample
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Person, Visit
from tests.browser.test_moderation import of_staff

ADDRESS = "/admin/engine-room/"

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_administrator_reads_what_is_wrong_on_a_phone_and_on_a_desk(visit: Visit) -> None:
    louella = of_staff(visit, "administrator")
    minute = timezone.now().replace(second=0, microsecond=0)
    pushes = {f"push {step}": 4 + step for step in range(9)}
    figures = {"late": {"mails": 1}, "oldest": {"mails": 300.0}, "people": 3, **pushes}
    samples = [Sample(at=minute - timedelta(minutes=20 * ago), figures=figures) for ago in range(1, 60)]
    Sample.objects.bulk_create(samples, ignore_conflicts=True)
    Process.objects.create(key="elsewhere", kind=Process.Kind.WEB, host="elsewhere", pid=7, version="1")
    connection.close()
    louella.page.get_by_label("Main").get_by_role("link", name="Engine room").click()
    expect(louella.page.get_by_role("heading", name="Engine room")).to_be_visible()
    expect(louella.page.get_by_role("row", name="web 1")).to_be_visible()
    assert_open_in_every_look(louella.page)


def test_many_failures_do_not_stretch_the_plots_beside_them(visit: Visit) -> None:
    louella = of_staff(visit, "administrator")
    told = [[timezone.now().isoformat(), f"Something broke: {number}", 0.0, "-"] for number in range(8)]
    slow = [[timezone.now().isoformat(), f"GET /slow/{number}", 2.0, "-"] for number in range(8)]
    Process.objects.create(key="elsewhere", kind="web", host="elsewhere", pid=7, version="1", errors=told, slow=slow)
    connection.close()
    louella.page.set_viewport_size({"width": 1440, "height": 900})
    louella.page.goto(ADDRESS)
    expect(louella.page.get_by_text("Something broke: 7")).to_be_visible()
    heights = [plot.bounding_box()["height"] for plot in louella.page.locator(".engine-plot").all()]
    lists = louella.page.locator(".engine-lists").bounding_box()["height"]
    assert heights[0] == heights[1] < lists - 100


def open_engine_room(visit: Visit) -> Person:
    """Open it with a clock that the test turns."""
    louella = of_staff(visit, "administrator")
    louella.page.clock.install()
    louella.page.goto(ADDRESS)
    expect(louella.page.locator(".engine-age")).to_have_text(re.compile(r"^fresh, \d sec. ago$"))
    return louella


def goes_away(route: Route) -> None:
    route.abort()


def leads_to_the_login(route: Route) -> None:
    route.fulfill(content_type="text/html", body="<main><h1>Log in</h1></main>")


@pytest.mark.parametrize("happens", [goes_away, leads_to_the_login])
def test_a_page_that_does_not_come_any_more_says_how_old_it_is(visit: Visit, happens: Callable[[Route], None]) -> None:
    louella = open_engine_room(visit)
    page = louella.page
    age, aloud = page.locator(".engine-age"), page.locator("#engine-stale")
    page.clock.run_for(2_000)
    expect(age).to_have_text(re.compile(r"^fresh, [2-9] sec. ago$"))
    page.route(f"**{ADDRESS}", happens)
    page.clock.run_for(40_000)
    expect(age).to_have_text(re.compile(r"^stale, \d+ sec. ago$"))
    expect(age.locator(".lamp--wrong")).to_be_visible()
    expect(aloud).to_have_text("These figures are no longer fresh: the site does not answer.")
    expect(page.get_by_role("heading", name="Engine room")).to_be_visible()
    expect(page.locator("#failures")).to_be_empty()
    assert_open_in_every_look(page)
    page.unroute(f"**{ADDRESS}")
    page.clock.run_for(16_000)
    expect(age).to_have_text(re.compile(r"^fresh, "))
    expect(aloud).to_be_empty()
    louella.complaints.clear()  # that a request failed
