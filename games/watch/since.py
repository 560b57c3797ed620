"""What has happened at one's own tables since one looked: the events that matter, and what stands under the bell."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from games.edition_words import words_of
from games.labels import table_name
from games.lobby.selectors import HEAVY, SEATS
from games.mail.news import tell_news
from games.models import Match, PlayedMove
from games.notices.selectors import unread
from games.play.services.notices import FOUND, INVITATION, STARTED
from games.table.log import line_of
from games.table.people import people_at

# What is worth being told afterwards; bids and passes are not, and invitations stand above.
TOLD: Final = frozenset({"lot_won", "movie_completed", "award_made", "match_ended"})
KNOWN_ALREADY: Final = (INVITATION, STARTED, FOUND)
# So many lines, of so many tables, found among so many of the latest entries.
LINES, TABLES, ENTRIES = 6, 12, 80


@dataclass(frozen=True, slots=True)
class SinceLine:
    """One thing that happened: a sentence, at which table, and the way there."""

    at: datetime
    sentence: SafeString | str
    table: str
    url: str


@dataclass(frozen=True, slots=True)
class Since:
    """The latest of what happened, newest first."""

    lines: tuple[SinceLine, ...]


def since_looked(user: User) -> Since:
    """Return what somebody has not seen yet of their matches, and has not read of what they were told."""
    lines = [*_from_tables(user), *_from_letters(user)]
    return Since(tuple(sorted(lines, key=lambda line: line.at, reverse=True)[:LINES]))


def _from_letters(user: User) -> Iterator[SinceLine]:
    letters = unread(user).exclude(kind__in=KNOWN_ALREADY).order_by("-pk")[:LINES]
    for news in tell_news(list(letters)):
        yield SinceLine(news.at, news.words, "", news.url)


def _from_tables(user: User) -> Iterator[SinceLine]:
    matches = {match.pk: match for match in _own_matches(user)}
    if not matches:
        return
    unseen = reduce(or_, (Q(match=match.pk, number__gt=match.seen) for match in matches.values()))
    for move in PlayedMove.objects.filter(unseen).order_by("-played_at", "-number")[:ENTRIES]:
        yield from _lines(move, matches[move.match_id])


def _own_matches(user: User) -> list[Any]:
    """Return the matches in play where somebody has a seat and has not seen everything."""
    own = Match.objects.filter(seats__user=user, seats__conceded_at=None, status=Match.Status.RUNNING)
    own = own.annotate(seen=F("seats__seen_number")).filter(number__gt=F("seen"))
    own = own.select_related("host").prefetch_related(SEATS).defer(*HEAVY).order_by("-changed_at")
    return [match for match in own[:TABLES] if not match.is_put_away]


def _lines(move: PlayedMove, match: Match) -> Iterator[SinceLine]:
    people, words = people_at(list(match.seats.all())), words_of(match.edition_id)
    people = tuple(person.at(move.number) for person in people)
    for event in move.events:
        if event["event"] in TOLD:
            line = line_of(event, people, words)
            sentence = render_to_string(line.template, {"line": line.values, "words": words})
            yield SinceLine(move.played_at, sentence, table_name(match), match.get_absolute_url())
