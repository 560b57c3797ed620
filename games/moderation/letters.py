"""What moderators answer to whoever reported something."""

from django.conf import settings
from django.urls import reverse

from accounts.mail.letters import Draft, words_for
from accounts.models import Letter
from games.models import Report
from games.moderation.services.reports import ANSWER


@words_for(ANSWER)
def word_answer(letter: Letter) -> Draft | None:
    """Unless they have read it on the site."""
    report = Report.objects.filter(pk=letter.about["report"], answer_seen_at=None).first()
    if report is None:
        return None
    return Draft("games/mail/report", "", {"report": report, "url": settings.SITE_URL + reverse("my-reports")})
