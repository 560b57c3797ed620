"""Talk, notes and the check of the deal in a real browser."""

from playwright.sync_api import expect

from accounts.models import User
from games.lobby.services.seating import join_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import ChatLine, Match, Note
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit
from tests.games.matches import finish
from tests.waiting import wait_until


def begin(ada: User | None, grace: User | None) -> Match:
    assert ada
    assert grace
    options = TableOptions(size=2, pace=Match.Pace.SLOW, decision_seconds=86400)
    match = open_table(host=ada, options=options)
    join_table(match_id=match.pk, user=grace)
    match.refresh_from_db()
    return match


def test_a_line_is_sent_by_enter_shown_once_and_the_form_is_ready_for_the_next(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace", width=360, language="de")
    match = begin(ada.user, grace.user)
    ada.page.goto(f"/tables/{match.pk}/talk/")
    box = ada.page.locator("#talk-text")
    box.fill("@grace <i>good luck</i>")
    box.press("Enter")
    expect(ada.page.locator(".talk__line")).to_contain_text("@grace <i>good luck</i>")
    expect(box).to_have_value("")
    expect(box).to_be_focused()
    html = ada.page.locator(".talk__line").evaluate("line => line.outerHTML")
    swap = "html => { const d = document.createElement('div'); htmx.swap(d, html, {swapStyle: 'none'}) }"
    ada.page.evaluate(swap, f'<ol hx-swap-oob="beforeend:#talk-lines">{html}</ol>')
    expect(ada.page.locator(".talk__line")).to_have_count(1)
    grace.page.goto(f"/tables/{match.pk}/talk/")
    expect(grace.page.locator("mark")).to_have_text("@grace")
    assert not ada.complaints + grace.complaints


def test_what_is_refused_stays_in_the_form(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, visit("grace").user)
    ada.page.goto(f"/tables/{match.pk}/talk/")
    box = ada.page.locator("#talk-text")
    ChatLine.objects.bulk_create(
        ChatLine(match=match, author_id=match.host_id, audience="seats", text=str(number)) for number in range(5)
    )
    box.fill("one too many")
    box.press("Enter")
    expect(ada.page.locator("#talk-note")).to_contain_text("faster than the others can read")
    expect(box).to_have_value("one too many")


def test_notes_save_themselves(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, visit("grace").user)
    ada.page.goto(f"/tables/{match.pk}/talk/")
    ada.page.locator("#notes-text").press_sequentially("grace saves her money")
    expect(ada.page.locator("#notes-note")).to_have_text("Saved")
    wait_until(lambda: Note.objects.filter(text="grace saves her money").exists(), "the note to be kept")


def test_talk_and_check_hold_their_width_and_pass_axe(visit: Visit) -> None:
    ada = visit("ada")
    grace = visit("grace").user
    match = begin(ada.user, grace)
    assert grace
    ChatLine.objects.create(match=match, author=grace, audience="seats", text="@ada " + "long" * 50)
    ChatLine.objects.create(match=match, author=match.host, audience="spectators", text="Looking on")
    for path in ("talk", "check"):
        ada.page.goto(f"/tables/{match.pk}/{path}/")
        assert_open_in_every_look(ada.page)
    finish(match)
    for path in ("talk", "check"):
        ada.page.goto(f"/tables/{match.pk}/{path}/")
        for step in ada.page.locator(".verdict summary").all():
            step.click()
        assert_open_in_every_look(ada.page)


def test_a_line_that_could_not_be_sent_stays_and_the_form_says_so(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, visit("grace").user)
    ada.page.goto(f"/tables/{match.pk}/talk/")
    ada.page.route("**/say/**", lambda route: route.fulfill(status=502, body=""))
    ada.page.route("**/notes/**", lambda route: route.abort())
    box = ada.page.locator("#talk-text")
    box.fill("Is anybody there?")
    box.press("Enter")
    expect(ada.page.locator("#talk-note")).to_contain_text("It is still here")
    expect(box).to_have_value("Is anybody there?")
    ada.page.locator("#notes-text").fill("half a plan")
    expect(ada.page.locator("#notes-note")).to_contain_text("Not saved")
    expect(ada.page.locator("#failures")).to_be_empty()
    ada.complaints.clear()
