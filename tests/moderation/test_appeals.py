"""One appeal against a sanction, answered once, by somebody else than who imposed it."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.models import Appeal, Sanction, StaffAct
from accounts.sanctions.services.appeals import AppealRefused, answer_appeal, appeal
from accounts.sanctions.services.sanctions import CannotSanction, lift
from tests.games.conftest import People
from tests.moderation.conftest import Staff
from tests.moderation.test_sanctions import browser_of, sanctioned

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind


def test_one_appeal_which_is_answered_once(people: People, staff: Staff) -> None:
    ada = people("ada")
    sanction = sanctioned(staff, ada, Kind.MUTE)
    client = browser_of(ada)
    for words in ("I was joking.", "Really."):
        client.post(f"/standing/{sanction.pk}/appeal/", {"text": words})
    assert sanction.appeal.text == "I was joking."
    second = staff("moderator", "second")
    answer_appeal(actor=second, appeal_id=sanction.appeal.pk, granted=True, answer="So it was.")
    with pytest.raises(CannotSanction):
        answer_appeal(actor=second, appeal_id=sanction.appeal.pk, granted=False, answer="No.")
    assert "So it was." in client.get("/standing/").content.decode()
    assert Sanction.objects.get().lifted_at is not None
    assert list(StaffAct.objects.order_by("pk").values_list("verb", flat=True)) == [
        "impose mute",
        "grant appeal",
        "lift mute",
    ]


@pytest.mark.parametrize("granted", [True, False])
def test_an_appeal_is_answered_by_somebody_else_than_who_imposed_the_sanction(
    people: People, staff: Staff, at_work: Callable[..., Client], granted: bool
) -> None:
    sanction = sanctioned(staff, people("ada"), Kind.MUTE)
    asked = appeal(user=people("ada"), sanction_id=sanction.pk, text="I was joking.")
    with pytest.raises(CannotSanction):
        answer_appeal(actor=sanction.made_by, appeal_id=asked.pk, granted=granted, answer="No.")
    asked.refresh_from_db()
    assert asked.answered_at is None
    page = f"/admin/accounts/appeal/{asked.pk}/change/"
    assert f"/appeal/{asked.pk}/do/answer/" not in at_work().get(page).content.decode()
    assert f"/appeal/{asked.pk}/do/answer/" in at_work("administrator").get(page).content.decode()


def test_each_sanction_has_a_field_of_its_own_for_an_appeal(people: People, staff: Staff) -> None:
    for kind in (Kind.MUTE, Kind.UNRATED):
        sanctioned(staff, people("ada"), kind)
    page = browser_of(people("ada")).get("/standing/").content.decode()
    ids = re.findall(r'<textarea[^>]* id="([^"]+)"', page)
    assert len(set(ids)) == 2
    assert all(f'for="{one}"' in page for one in ids)


def test_no_appeal_waits_for_who_has_left(people: People, staff: Staff) -> None:
    answered, waiting = (sanctioned(staff, people("ada"), kind) for kind in (Kind.MUTE, Kind.UNRATED))
    for sanction in (answered, waiting):
        appeal(user=people("ada"), sanction_id=sanction.pk, text="I was joking.")
    answer_appeal(actor=staff("moderator", "second"), appeal_id=answered.appeal.pk, granted=False, answer="No.")
    delete_account(user=people("ada"))
    assert list(Appeal.objects.values_list("sanction", flat=True)) == [answered.pk]


def test_nobody_appeals_for_another_or_against_what_is_over(people: People, staff: Staff) -> None:
    sanction = sanctioned(staff, people("ada"), Kind.MUTE)
    browser_of(people("grace")).post(f"/standing/{sanction.pk}/appeal/", {"text": "Free her."})
    lift(actor=staff("moderator"), sanction_id=sanction.pk, why="w")
    with pytest.raises(AppealRefused):
        appeal(user=people("ada"), sanction_id=sanction.pk, text="Late.")
    assert not hasattr(Sanction.objects.get(), "appeal")
