"""Hints in a real browser: with and without script, and for everybody."""

import pytest
from playwright.sync_api import expect

from games.models import Seat
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit
from tests.browser.moments import begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_hint_is_asked_for_grade_by_grade(visit: Visit, script: bool) -> None:
    ada = visit("ada", width=360, script=script)
    match = begin(ada.user, None, None, hints_allowed=True, host_begins=True)
    ada.page.goto(match.get_absolute_url())
    told = ada.page.get_by_role("note", name="Hint").get_by_role("listitem")
    for grade, asked in enumerate(("Hint", "Where?", "What exactly?"), start=1):
        ada.page.get_by_role("button", name=asked, exact=True).click()
        expect(told).to_have_count(grade)
    expect(told.last).to_contain_text("A director would")
    if script:
        assert_open_to_all(ada.page)
    assert Seat.objects.get(match=match, user=ada.user).hints_taken == 3
