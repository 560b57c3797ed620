"""What moderators decide is also written to whom it concerns, in their language, and cannot be turned off."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import User
from accounts.sanctions.services.appeals import answer_appeal, appeal
from accounts.sanctions.services.sanctions import impose, lift
from games.moderation.services.reports import Subject, close_report, report, see_answers
from tests.games.conftest import People
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def muted(people: People, staff: Staff) -> Any:
    ada = people("ada")
    User.objects.filter(pk=ada.pk).update(language="de")
    end = timezone.now() + timedelta(days=1)
    return impose(actor=staff(), user=ada, kind="mute", reason="r", message="Sei bitte <freundlich>.", ends_at=end)


def test_a_sanction_is_written_with_its_message_and_the_way_to_appeal(muted: Any) -> None:
    assert deliver_due() == 1
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "Sei bitte <freundlich>." in letter.body
    assert "Sei bitte &lt;freundlich&gt;." in str(letter.alternatives[0][0])
    assert "/standing/" in letter.body
    assert "List-Unsubscribe" not in letter.extra_headers
    assert "Hallo ada" in letter.body


def test_what_was_undone_before_is_not_written(muted: Any, staff: Staff) -> None:
    lift(actor=staff(), sanction_id=muted.pk, why="a mistake")
    assert deliver_due() == 0


def test_an_appeal_is_answered_by_letter(muted: Any, staff: Staff) -> None:
    deliver_due()
    asked = appeal(user=muted.user, sanction_id=muted.pk, text="Bitte.")
    answer_appeal(actor=staff(name="second"), appeal_id=asked.pk, granted=True, answer="So sei es.")
    assert deliver_due() == 1
    assert "So sei es." in mail.outbox[-1].body


@pytest.mark.parametrize("has_read", [False, True])
def test_a_report_is_answered_by_letter_unless_it_was_read(people: People, staff: Staff, has_read: bool) -> None:
    made = report(reporter=people("grace"), subject=Subject(about=people("ada")), kind="abuse", words="")
    close_report(actor=staff(), report_id=made.pk, outcome="nothing", answer="Thank you.", why="w")
    if has_read:
        see_answers(user=people("grace"))
    assert deliver_due() == (not has_read)
    assert [letter.to for letter in mail.outbox] == [["grace@example.org"]] * (not has_read)
