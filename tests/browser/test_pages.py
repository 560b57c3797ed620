"""Every page opens without a complaint of the browser, holds at every width, and passes axe."""

import pytest

from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit

FOR_STRANGERS = ("/", "/lobby/", "/ai/", "/account/login/", "/account/signup/", "/account/password/reset/", "/nowhere/")
FOR_PLAYERS = ("/", "/lobby/", "/tables/new/", "/settings/", "/people/ada/", "/account/2fa/", "/account/email/")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1440, "dark")])
@pytest.mark.parametrize(("name", "paths"), [("", FOR_STRANGERS), ("ada", FOR_PLAYERS)], ids=["stranger", "player"])
def test_pages_hold_their_width_and_pass_axe(visit: Visit, name, paths, width, scheme):
    person = visit(name, width=width, color_scheme=scheme)
    for path in paths:
        person.page.goto(path)
        assert_open_to_all(person.page)
