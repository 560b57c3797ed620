"""Words and links that nobody may say at a table: refused with a reason, so that nothing vanishes in silence."""

import re
from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import lookalike_key
from accounts.models import User
from games.clean_text import JOINERS
from games.models import FilterWord, Match, Seat
from games.play.refusals import ActionRefused

KEY: Final = "filter-words"
KEPT_SECONDS: Final = 30
# Who advertises comes with a new account; who has been here for some days, or has played, may show a link.
NEWCOMER: Final = timedelta(days=3)
LINK: Final = re.compile(
    r"(?:https?://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|biz|io|co|me|ru|de|fr|xyz|top|link|gg|tv)\b",
    re.IGNORECASE,
)
HOST: Final = re.compile(r"^(?:https?://)?(?:[^/@]*@)?([^/:?#]+)", re.IGNORECASE)
WORD: Final = re.compile(r"\w+")
WITHOUT_JOINERS: Final = str.maketrans("", "", JOINERS)  # which part a word, and nobody sees it


class WordFiltered(ActionRefused):
    reason = _("One of these words is not allowed here. Please put it differently; nothing was sent.")


class LinkFiltered(ActionRefused):
    reason = _("Links to that site are not allowed here. Please leave it out; nothing was sent.")


class LinkByNewcomer(ActionRefused):
    reason = _("You can send links once you have played a match or been here for three days. Nothing was sent.")


def expect_clean(user: User, text: str) -> None:
    """Refuse what the filters know, and links of newcomers."""
    words, hosts = _filters()
    if any(_fits(word, words) for word in _words_in(text)):
        raise WordFiltered
    links = LINK.findall(text)
    if any(_lies_at(_host(link), hosts) for link in links):
        raise LinkFiltered
    if links and _is_newcomer(user):
        raise LinkByNewcomer


def forget_filters() -> None:
    """Read them anew at once."""
    cache.delete(KEY)


def _filters() -> tuple[frozenset[str], frozenset[str]]:
    """Words as the eye remembers them, with * where they may go on; and hosts."""
    rows = cache.get(KEY)
    if rows is None:
        rows = list(FilterWord.objects.values_list("kind", "text"))
        cache.set(KEY, rows, KEPT_SECONDS)
    words = {lookalike_key(text.removesuffix("*")) + "*" * text.endswith("*") for kind, text in rows if kind == "word"}
    hosts = {text for kind, text in rows if kind == "host"}
    return frozenset(words), frozenset(hosts)


def _words_in(text: str) -> set[str]:
    """Return each word, and words that are spelled with gaps: s p a m."""
    text = text.translate(WITHOUT_JOINERS)
    words = WORD.findall(text)
    spelled = re.findall(r"(?:\b\w\W+){3,}\w\b", text)
    return {lookalike_key(word) for word in (*words, *("".join(WORD.findall(gapped)) for gapped in spelled))}


def _fits(word: str, filtered: frozenset[str]) -> bool:
    return word in filtered or any(word.startswith(rule[:-1]) for rule in filtered if rule.endswith("*"))


def _host(link: str) -> str:
    found = HOST.match(link)
    return found[1].casefold() if found else ""


def _lies_at(host: str, filtered: frozenset[str]) -> bool:
    """Tell whether a host is one of these or lies below one: casino.example, and play.casino.example too."""
    return any(f".{host}".endswith(f".{name.lstrip('.')}") for name in filtered)


def _is_newcomer(user: User) -> bool:
    if user.is_staff or timezone.now() - user.date_joined > NEWCOMER:
        return False
    return not Seat.objects.filter(user=user, match__status=Match.Status.FINISHED, match__copied=None).exists()
