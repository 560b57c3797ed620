"""The slow week: a mail, its link, the clock, somebody who stands in, coming back, leaving, and no more mail."""

import re
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from tests.browser import logging_in
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Site, Visit, somebody
from tests.browser.logging_in import expect_to_be_told
from tests.browser.moments import begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _mail_at_once(settings: Any) -> None:
    settings.TURN_MAIL_SECONDS = 0


def way_in(mail: str) -> str:
    """The link to the decision, as the mail has it."""
    found = re.search(r"http://\S+/tables/\d+/way/", mail.replace("=\n", ""))
    assert found, mail
    return found[0]


def test_from_the_mail_to_the_decision_away_and_back_and_gone(site: Site, visit: Visit) -> None:
    ada, grace = somebody("ada"), somebody("grace")
    match = begin(ada, grace, title="Friday night", host_begins=True)
    mail = site.mail_to("ada@example.org", containing=f"/tables/{match.pk}/way/")
    person = visit(width=360)
    page = person.page

    page.goto(way_in(mail))
    logging_in.log_in(page, "ada", at=page.url)
    expect(page).to_have_url(re.compile(rf"/tables/{match.pk}/#actions$"))
    expect(page.locator("#question")).to_have_text("Your bid")
    expect(page.locator("#actions .clock time")).to_have_text(re.compile(r"^23h 5\dm$"))
    assert_open_to_all(page)

    other = begin(ada, grace, title="Sunday matinee", host_begins=True)
    page.locator("#actions button[name=bid]").first.click()
    expect(page.locator("#question")).to_have_text("grace is to bid")
    expect(page.locator("#next-table a")).to_have_text("Next: Sunday matinee")
    assert_open_to_all(page)
    page.locator("#next-table a").click()
    expect(page).to_have_url(re.compile(rf"/tables/{other.pk}/#actions$"))

    Match.objects.filter(pk=other.pk).update(deadline_at=timezone.now())
    connection.close()
    expect(page.locator("#question")).to_have_text("The AI plays for you")
    expect(page.locator("#log")).to_contain_text("ada is away; the AI plays on.")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator("#log")).to_contain_text("ada is back.")
    expect(page.locator("#question")).not_to_have_text("The AI plays for you")

    page.get_by_role("link", name="Leave the match").click()
    assert_open_to_all(page)
    page.get_by_role("button", name="Leave for good").click()
    expect_to_be_told(page, "You left the match.")
    expect(page.locator("#studio")).to_be_hidden()


def test_one_click_in_a_mail_and_nobody_writes_any_more(site: Site, visit: Visit) -> None:
    match = begin(somebody("ada"), somebody("grace"), title="Friday night", host_begins=True)
    mail = site.mail_to("ada@example.org", containing=f"/tables/{match.pk}/way/").replace("=\n", "")
    page = visit(script=False).page
    found = re.search(r"http://\S+/notices/off/[^\s>]+", mail.replace("\n ", ""))
    assert found
    page.goto(found[0])
    assert User.objects.get(username="ada").mail_my_turn
    page.get_by_role("button", name="Stop sending these").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You will get no more of these e-mails")
    assert not User.objects.get(username="ada").mail_my_turn
