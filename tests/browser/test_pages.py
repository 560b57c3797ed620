"""Every page opens without a complaint of the browser, holds at every width, and passes axe."""

import pytest

from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit

FOR_STRANGERS = ("/", "/lobby/", "/ai/", "/account/login/", "/account/signup/", "/account/password/reset/", "/nowhere/")
FOR_PLAYERS = ("/", "/lobby/", "/tables/new/", "/settings/", "/people/ada/", "/account/2fa/", "/account/email/")


@pytest.mark.parametrize(("name", "paths"), [("", FOR_STRANGERS), ("ada", FOR_PLAYERS)], ids=["stranger", "player"])
def test_pages_hold_their_width_and_pass_axe(visit: Visit, name: str, paths: tuple[str, ...]) -> None:
    person = visit(name)
    for path in paths:
        person.page.goto(path)
        assert_open_in_every_look(person.page)
