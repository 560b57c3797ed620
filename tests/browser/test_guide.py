"""The guided match as somebody learns it: in German, by keyboard alone, from the first page to the last explanation."""

import re

import pytest
from django.db import connection
from playwright.sync_api import expect

from games.engine import State
from games.guide import LESSONS
from games.models import Guide, Match
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Person, Visit
from tests.browser.moments import play_on
from tests.browser.players import KeyboardPlayer, next_to_act

pytestmark = pytest.mark.django_db(transaction=True)


class Learner(KeyboardPlayer):
    """Reads every card by keyboard before doing anything else."""

    def __init__(self, person: Person, match: Match) -> None:
        super().__init__(person, match)
        self.card = self.page.locator("#guide")
        self.heard: list[str] = []

    def read_on(self) -> None:
        """Reads what is explained now, until there is nothing new."""
        while lesson := self.card.get_attribute("data-lesson"):
            self.see_where_it_points(lesson)
            if not self.page.evaluate("document.activeElement.closest('#guide') !== null"):
                self.page.keyboard.press("g")
            expect(self.page.locator("#guide-read")).to_be_focused()
            self.page.keyboard.press("Space")
            self.heard.append(lesson)
            self.page.locator(f"#guide:not([data-lesson='{lesson}'])").wait_for()

    def see_where_it_points(self, lesson: str) -> None:
        """The part is framed, and the words describe it; the answers to what is asked are in nobody's way."""
        part = self.page.locator(f"#{self.card.get_attribute('data-part')}")
        expect(part).to_have_attribute("aria-describedby", "guide-text")
        assert part.evaluate("element => getComputedStyle(element).outlineStyle") == "dashed"
        expect(self.card).to_have_attribute("aria-labelledby", "guide-title")
        expect(self.actions).not_to_have_attribute("data-settling", "")  # a new question takes no answer for a moment
        for button in self.actions.locator("button:visible:is([name=bid], [name=pass], [name=take])").all():
            assert button.evaluate(IS_ON_TOP), f"{lesson} covers an answer"

    def open_high(self) -> None:
        """Bids all there is, so that the first lot is won for certain."""
        self.press(self.actions.locator("#more summary"))
        self.answer(self.actions.locator(".more__bids button").last)


IS_ON_TOP = """element => {
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def begin_from_the_first_page(person: Person) -> Match:
    """By the button for those who are new, with the keyboard alone."""
    person.page.goto("/")
    button = person.page.get_by_role("button", name="Spielend lernen").first
    while not button.evaluate("element => element === document.activeElement"):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    expect(person.page).to_have_url(re.compile(r"/tables/\d+/$"))
    connection.close()
    return Match.objects.get()


def in_second_round(state: State) -> bool:
    return state.quarter == 2 and state.turn == 0


def in_last_place(state: State) -> bool:
    return state.quarter == 4 and state.location == len(state.edition.board) - 1 and state.turn == 0


def read_of(match: Match) -> list[str]:
    """What the server has noted as read."""
    read = list(Guide.objects.get(match=match).read)
    connection.close()
    return read


def test_the_guided_match_in_german_by_keyboard_to_its_last_explanation(visit: Visit) -> None:
    stranger = visit(language="de")
    match = begin_from_the_first_page(stranger)
    learner = Learner(stranger, match)
    expect(learner.card).to_have_attribute("data-lesson", "bid")
    expect(learner.card).to_contain_text(f"Einführung, 1 von {len(LESSONS)}")
    assert_open_to_all(learner.page)
    learner.page.set_viewport_size({"width": 360, "height": 780})
    learner.see_where_it_points("bid")
    assert_open_to_all(learner.page)
    learner.page.set_viewport_size({"width": 1440, "height": 900})

    # Silenced and resumed; it goes on where it was.
    learner.press(learner.card.locator("[name=silence]"))
    learner.press(learner.card.get_by_role("button", name="Weiter erklären"))
    expect(learner.card).to_have_attribute("data-lesson", "bid")

    # By hand up to the first party: a lot is won and placed, others are passed.
    learner.read_on()
    learner.open_high()
    while "take" not in learner.heard:
        assert next_to_act([learner])
        learner.read_on()
        learner.act()
    assert {"bid", "studio", "lot", "place", "party", "take"} <= set(learner.heard)

    # Then by leaps: to the second round, where there is something new, and to the last decision.
    for moment in (in_second_round, in_last_place):
        assert next_to_act([learner])
        play_on(match, until=moment)
        learner.page.reload()
        learner.read_on()
    assert "awards" in learner.heard
    while next_to_act([learner]):
        learner.read_on()
        learner.act()
    learner.read_on()
    assert learner.heard[-1] == "end"
    assert learner.heard == read_of(match), "each was explained once, and nothing is lost"
    expect(learner.card.get_by_role("heading", name="Jetzt weißt du, wie es geht")).to_be_visible()
    assert_open_to_all(learner.page)
    learner.press(learner.card.get_by_role("link", name="Alle Erklärungen noch einmal"))
    expect(learner.page.get_by_text(f"{len(learner.heard)} von {len(LESSONS)} gelesen")).to_be_visible()
    assert_open_to_all(learner.page)
