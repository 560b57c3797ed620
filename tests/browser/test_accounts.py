"""Logging in by every way, and keeping them."""

import base64
import hashlib
import hmac
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Site, Visit, somebody
from tests.browser.logging_in import expect_to_be_in, expect_to_be_told, log_in, open_menu, prove_it_is_me, register

# A device that knows its owner, and keeps passkeys.
FINGERPRINT = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def code_of(secret: str, ahead: int = 0) -> str:
    """What an authenticator app shows now, or one whose clock is half a minute ahead (RFC 6238)."""
    moment = (int(time.time()) // 30 + ahead).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret), moment, hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def test_somebody_registers_confirms_by_the_mails_link_and_logs_in_again(visit: Visit, site: Site) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Register").click()
    register(page, "Vera", password="password")
    expect(page.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    assert_open_to_all(page)
    address = register(page, "Vera")
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()
    assert_open_to_all(page)

    page.goto(site.link_in(site.mail_to(address)))
    expect(page.get_by_role("main")).to_contain_text(address)
    assert_open_to_all(page)
    page.get_by_role("button", name="Yes, confirm").click()
    expect_to_be_in(page, "Vera")

    open_menu(page, "Vera")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Register").first).to_be_visible()
    log_in(page, "Vera")
    expect_to_be_in(page, "Vera")


def test_a_second_factor_is_asked_for_and_a_recovery_code_takes_its_place(visit: Visit) -> None:
    owner, phone, lucky = visit("ada").page, visit(width=360).page, visit().page
    owner.goto("/account/2fa/")
    owner.get_by_role("link", name="Set it up").click()
    prove_it_is_me(owner)
    secret = owner.get_by_label("Or type this secret into it:").input_value()
    assert_open_to_all(owner)
    owner.get_by_label("code").fill(code_of(secret))
    owner.get_by_role("button", name="Switch it on").click()
    codes = owner.get_by_role("textbox", name="Recovery codes").input_value().split()
    assert_open_to_all(owner)

    log_in(phone, "ada")
    expect(phone.get_by_role("heading", name="Your second factor")).to_be_visible()
    phone.get_by_label("code").fill("000000")
    phone.get_by_role("button", name="Log in", exact=True).click()
    expect(phone.get_by_text("Incorrect code.")).to_be_visible()
    assert_open_to_all(phone)
    phone.get_by_label("code").fill(code_of(secret, ahead=1))
    phone.get_by_role("button", name="Log in", exact=True).click()
    expect_to_be_in(phone, "ada")

    log_in(lucky, "ada")
    lucky.goto("/settings/")
    expect(lucky.get_by_role("heading", name="Your second factor")).to_be_visible()
    lucky.get_by_label("code").fill(codes[0])
    lucky.get_by_role("button", name="Log in", exact=True).click()
    expect_to_be_in(lucky, "ada")
    lucky.goto("/account/2fa/")
    expect(lucky.get_by_text(f"{len(codes) - 1} codes are left.")).to_be_visible()


def test_a_passkey_takes_the_passwords_place(visit: Visit, site: Site) -> None:
    somebody("keen")
    person, page_url = visit(), f"{site.url}/account/login/".replace("127.0.0.1", "localhost")  # passkeys need a name
    page, device = person.page, person.context.new_cdp_session(person.page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": FINGERPRINT})
    log_in(page, "keen", at=page_url)
    open_menu(page, "keen")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Second factor").click()
    page.get_by_role("link", name="Add one").click()
    prove_it_is_me(page)
    page.get_by_label("Passwordless").check()
    assert_open_to_all(page)
    page.get_by_role("button", name="Add a key").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()

    open_menu(page, "keen")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect_to_be_in(page, "keen")


def test_a_forgotten_password_is_replaced_by_the_mails_link(visit: Visit, site: Site) -> None:
    somebody("forgetful")
    page, new = visit().page, "the-usher-knows-the-way"
    page.goto("/account/login/")
    page.get_by_role("link", name="Forgot").click()
    page.get_by_label("E-mail address").fill("forgetful@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()

    page.goto(site.link_in(site.mail_to("forgetful@example.org")))
    for field in page.get_by_label(re.compile("^New password", re.IGNORECASE)).all():
        field.fill(new)
    assert_open_to_all(page)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("heading", name="Your password is changed")).to_be_visible()
    log_in(page, "forgetful")
    expect(page.get_by_role("alert")).to_be_visible()
    assert_open_to_all(page)
    log_in(page, "forgetful", new)
    expect_to_be_in(page, "forgetful")


def test_a_new_address_takes_the_old_ones_place_once_it_is_confirmed(visit: Visit, site: Site) -> None:
    page = visit("mover").page
    page.goto("/account/email/")
    page.get_by_label("E-mail address").fill("moved@example.org")
    page.get_by_role("button", name="Send a link to it").click()
    prove_it_is_me(page)
    expect(page.get_by_role("main")).to_contain_text("not confirmed yet")
    assert_open_to_all(page)

    page.goto(site.link_in(site.mail_to("moved@example.org")))
    page.get_by_role("button", name="Yes, confirm").click()
    page.goto("/account/email/")
    expect(page.get_by_role("main")).to_contain_text("moved@example.org")
    expect(page.get_by_role("main")).not_to_contain_text("mover@example.org")
    assert "moved@example.org" in site.mail_to("mover@example.org")


def test_a_session_that_is_ended_in_one_browser_is_over_in_the_other(visit: Visit) -> None:
    somebody("ada")
    here, there = visit(width=360).page, visit().page
    for page in (here, there):
        log_in(page, "ada")
        expect_to_be_in(page, "ada")
    here.goto("/account/sessions/")
    expect(here.get_by_role("listitem").filter(has_text="this one")).to_have_count(1)
    assert_open_to_all(here)
    here.get_by_role("button", name=re.compile(r"^End\b.*\d$")).click()
    expect_to_be_told(here, "That session is over.")
    there.goto("/settings/")
    expect(there.get_by_role("heading", name="Log in")).to_be_visible()
    here.goto("/settings/")
    expect(here.get_by_role("heading", name="Profile")).to_be_visible()


@pytest.mark.parametrize(("name", "width"), [("", 1440), ("ada", 360)], ids=["stranger", "player on a phone"])
def test_light_and_language_are_as_one_chose_also_after_a_reload(visit: Visit, name: str, width: int) -> None:
    page = visit(name, width=width, color_scheme="light").page
    page.goto("/lobby/")
    open_menu(page, "Theme" if width > 700 else "Menu")
    with page.expect_response("**/preferences/theme/"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    open_menu(page, "Language" if width > 700 else "Menu")
    page.locator("header").get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Offene Tische")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Offene Tische")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert_open_to_all(page)

    elsewhere = visit(name).page
    elsewhere.goto("/lobby/")
    expect(elsewhere.locator("html")).to_have_attribute("lang", "de" if name else "en")
