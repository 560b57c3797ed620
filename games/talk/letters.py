"""What is written to people about talk: that their name was called."""

from django.utils import timezone

from accounts.mail.letters import Draft, words_for
from accounts.models import Letter, User
from accounts.people.selectors import ids_blocked_either_way
from games.mail.letters import STILL_THERE, draft_about, has_looked, way_to
from games.models import ChatLine
from games.play.selectors.visibility import may_see
from games.play.services.notices import MENTION
from games.talk.selectors import hears_spectators


@words_for(MENTION)
def word_mention(letter: Letter) -> Draft | None:
    """Somebody calls you at a table: unless you are there, or the line was removed, or is not for you to read."""
    line = ChatLine.objects.select_related("match__host", "author").filter(pk=letter.about["line"]).first()
    if line is None or not may_read(line, letter.user) or is_there(line, letter.user):
        return None
    shown = {"said": line, "url": way_to(line.match, place="talk")}
    return draft_about(
        "games/mail/mention", "mail_mention", letter, line.match, line="games/mail/mention_line.html", **shown
    )


def may_read(line: ChatLine, reader: User) -> bool:
    """Tell whether somebody finds a line at the table; who keeps another away hears nothing of them."""
    if line.removed or not may_see(line.match, reader):
        return False
    is_for_them = line.audience == ChatLine.Audience.SEATS or hears_spectators(line.match, reader)
    return is_for_them and line.author_id not in ids_blocked_either_way(reader)


def is_there(line: ChatLine, reader: User) -> bool:
    """Tell whether somebody has the table open, or has looked since."""
    lately = timezone.now() - STILL_THERE
    if line.match.presences.filter(user=reader, seen_at__gte=lately).exists():
        return True
    seat = line.match.seats.filter(user=reader).first()
    return seat is not None and has_looked(seat, line.created_at)
