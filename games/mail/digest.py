"""One mail a day in place of the others: what waits for its reader, and what has happened that they have not seen."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import Draft, words_for
from accounts.mail.messages import DIGEST
from accounts.mail.services import write_digest
from accounts.models import Letter, User
from accounts.sanctions.selectors import ban_on
from games.lobby.rows import TableRow, rows_of
from games.lobby.selectors import tables_asked
from games.mail.news import NOTICE_OF, News, tell_news
from games.play.services.notices import CALLED_OFF, ENDED, FOUND, INVITATION, MENTION, STARTED, STOOD_IN

FLAGS: Final = {
    FOUND: "mail_start",
    STARTED: "mail_start",
    ENDED: "mail_end",
    CALLED_OFF: "mail_called_off",
    STOOD_IN: "mail_stand_in",
    INVITATION: "mail_invitations",
    MENTION: "mail_mention",
}
LONGEST_BACK: Final = timedelta(days=7)
MOST_NEWS: Final = 30


@words_for(DIGEST)
def word_digest(letter: Letter) -> Draft | None:
    """Tell all that waits and happened; as long as something waits, it comes again tomorrow."""
    user = letter.user
    waiting, news = _waiting(user), _news(user)
    if not (waiting or news) or ban_on(user) is not None:
        return None
    if waiting and user.digest_hour is not None:
        write_digest(user, user.digest_hour)
    shown = {"waiting": waiting, "news": news, "url": settings.SITE_URL + reverse("lobby")}
    return Draft("games/mail/digest", DIGEST, shown)


def _waiting(user: User) -> list[TableRow]:
    return rows_of(user, list(tables_asked(user))) if user.mail_my_turn else []


def _news(user: User) -> list[News]:
    """Return what came since the last such mail and is still unread."""
    told = Letter.objects.filter(user=user, kind=DIGEST).aggregate(last=Max("sent_at"))["last"]
    since = max(filter(None, (told, timezone.now() - LONGEST_BACK)))
    kinds = [*NOTICE_OF, *(kind for kind, flag in FLAGS.items() if getattr(user, flag))]
    letters = Letter.objects.filter(user=user, kind__in=kinds, read_at=None, written_at__gt=since)
    return tell_news(letter for letter in letters.order_by("pk")[:MOST_NEWS] if _is_wanted(user, letter))


def _is_wanted(user: User, letter: Letter) -> bool:
    notice_of = NOTICE_OF.get(letter.kind)
    return notice_of is None or getattr(user, notice_of(letter))
