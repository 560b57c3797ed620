"""What was said at a table since a browser last heard of it, as out-of-band swaps."""

import time
from collections.abc import Mapping
from typing import Final, NamedTuple

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from games.models import Match
from games.play.selectors.visibility import Viewer, may_see, seat_number_of
from games.render_cache import RenderCache
from games.talk.conversation import draw_lines, read_page
from games.talk.selectors import LINES_A_PAGE, hears_spectators, is_news, lines_for, who_is_looking


class Heard(NamedTuple):
    """What a browser has heard: the latest line, those sent on this connection, and whether spectators too."""

    last: int | None = None
    sent: frozenset[int] = frozenset()
    spectators: bool | None = None
    rematch: str = ""
    stale: bool = False

    def anew(self) -> "Heard":
        """As if the browser showed nothing that is right: it gets the whole page of talk again."""
        return self._replace(stale=True)

    def up_to(self, line: int) -> "Heard":
        """As the browser itself says; what is newer may have been lost on the way."""
        return self._replace(last=line, sent=frozenset(number for number in self.sent if number <= line))


class TalkNews(NamedTuple):
    """What is to be sent, empty where nothing is, and what has been heard then."""

    html: str
    heard: Heard


def draw_news(match: Match, viewer: Viewer, language: str, heard: Heard, line: int | None = None) -> TalkNews:
    """Return the lines this viewer may read and has not, with the one just said, and a rematch once there is."""
    hears = hears_spectators(match, viewer)
    with translation.override(language):
        # At the end players come to read what the spectators said all along.
        anew = heard.stale or (hears and heard.spectators is False)
        lines = read_page(match, viewer).lines if anew else _newer(match, viewer, heard, line)
        rematch = draw_rematch(match, viewer)
        changed = rematch if rematch != heard.rematch else ""
        html = _render(lines, anew, changed, quiet=heard.stale) if lines or changed else ""
    return TalkNews(html, Heard(_last(match, heard, lines), _latest(heard.sent | lines.keys()), hears, rematch))


def draw_rematch(match: Match, viewer: Viewer) -> str:
    """Tell those who played that somebody has opened the next table; empty as long as nobody has."""
    if match.status != Match.Status.FINISHED or seat_number_of(match, viewer) is None:
        return ""
    again = Match.objects.select_related("host").filter(rematch_of=match).exclude(status=Match.Status.DISSOLVED).first()
    if again is None or not may_see(again, viewer):  # whoever is kept apart from its host was not asked
        return ""
    return render_to_string("games/talk/rematch.html", {"again": again})


def _newer(match: Match, viewer: Viewer, heard: Heard, line: int | None) -> Mapping[int, SafeString]:
    if line is None and (heard.last is None or not is_news(match, heard.last)):
        return {}
    wanted = Q(pk=line) if heard.last is None else Q(pk=line) | Q(pk__gt=heard.last)
    found = lines_for(match, viewer).filter(wanted).exclude(pk__in=heard.sent)[:LINES_A_PAGE]
    return draw_lines(match, viewer, list(found)[::-1])


def _last(match: Match, heard: Heard, lines: Mapping[int, SafeString]) -> int:
    """Whoever did not say what they had read is taken to have read all there was."""
    if heard.last is not None:
        return max(heard.last, *lines, 0)
    return match.chat_lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def _latest(numbers: frozenset[int]) -> frozenset[int]:
    """Enough to know a message that came twice."""
    return frozenset(sorted(numbers)[-2 * LINES_A_PAGE :])


def _render(lines: Mapping[int, SafeString], anew: bool, rematch: str, *, quiet: bool) -> str:
    """Quiet: nothing in it is new, so nobody is called to read."""
    said = {"lines": lines.values(), "anew": anew, "rematch": rematch, "quiet": quiet}
    return render_to_string("games/talk/news.html", said)


# Apart from the drawings of the board, which would be pushed out by these.
glances: Final = RenderCache(size=128)


def draw_looking(match_id: int, language: str) -> SafeString:
    """Players who are there, spectators by name, and how many have none."""
    key = (match_id, language, int(time.monotonic()))
    drawn: SafeString = glances(key, lambda: _draw(match_id, language))
    return drawn


def _draw(match_id: int, language: str) -> SafeString:
    with translation.override(language):
        return render_to_string("games/talk/looking.html", {"looking": who_is_looking(match_id)})
