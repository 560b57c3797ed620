"""Whoever watches a day: it knows what must hold by itself, and asks the services for nothing that they decide."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from config.prepared import Prepared
from games.engine import View
from games.engine.view import money_is_open
from games.models import Match, PlayedMove, TableEvent
from games.play.selectors.visibility import seat_number_of
from games.play.verification import verify_match, verify_site
from games.table.rendering import TableVersion, as_swaps, draw
from tests.day.page import Page, newest
from tests.day.site import LIMIT, Journal

# What is due may wait for a sweep, and the one after it.
LONGEST_WAIT = timedelta(minutes=31)
ROUNDING = timedelta(seconds=2)
# Every so many messages a page is drawn.
DRAWN_EVERY = 40
# Asked after whatever happens, and then seldom anything has: of a day these were a fifth.
numbers_now = Prepared[Match](lambda: Match.objects.only("number", "version").order_by("pk"))
events_after = Prepared[TableEvent](lambda event: TableEvent.objects.filter(pk__gt=event).order_by("pk"))


class Watch:
    """What was seen of a day so far."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.matches: list[Match] = []
        self.downtimes: list[tuple[datetime, datetime]] = []
        self.mails: Counter[tuple[str, ...]] = Counter()
        self.thoughts: dict[tuple[int, int], datetime] = {}
        self.asked: dict[tuple[Any, ...], datetime] = {}
        self.current: dict[int, datetime] = {}  # since when the question is asked that a match asks now
        self.looked_at: dict[int, tuple[int, int]] = {}
        self.diary: list[str] = []  # what happened when, to be held against another day of the same seed
        self.last_event = 0
        self.heard = 0
        self.pages: dict[int, Page] = {}

    def begin(self, matches: list[Match], downtimes: list[tuple[datetime, datetime]]) -> None:
        self.matches, self.downtimes = matches, downtimes
        self.pages = {match.pk: Page(match.pk) for match in matches}
        self.look()

    def complain(self, words: str) -> None:
        self.problems.append(words)

    def all_over(self) -> bool:
        return all(match.status == Match.Status.FINISHED for match in self.matches)

    def look(self) -> None:
        """Check everybody who was stood in for since the last look, and note which questions are open now."""
        self._check_absences()
        for now in numbers_now():
            if self.looked_at.get(now.pk) != (now.number, now.version):
                self.looked_at[now.pk] = now.number, now.version
                self.diary.append(f"{timezone.now():%H:%M:%S.%f} match {now.pk} is at {now.number}.{now.version}")
                self._note_question(next(match for match in self.matches if match.pk == now.pk))

    def _note_question(self, match: Match) -> None:
        """Remember since when a question is asked; one that is asked again after an undo gets no new time."""
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            state = match.read_state()
            question = (match.pk, state.turn, state.phase, state.quarter, state.location, bool(match.awaited))
            asked_at = self.asked.setdefault(question, timezone.now())
            # Whoever has just taken something back gets no new time for what they are asked next either.
            regrets = any(move.is_undo for move in match.moves.filter(number__gte=match.number - 1))
            self.current[match.pk] = min(asked_at, self.current.get(match.pk, asked_at)) if regrets else asked_at

    def _check_absences(self) -> None:
        """Nobody loses on time by our own downtime."""
        for event in events_after(self.last_event):
            self.last_event = event.pk
            asked_at = self.current[event.match_id]
            up = event.at - asked_at - self._down_between(asked_at, event.at)
            least = timedelta(seconds=event.match.decision_seconds)
            if event.kind == TableEvent.Kind.AWAY and up + ROUNDING < least:
                self.complain(f"match {event.match_id}: seat {event.seat} had {up} of {least}")

    def _down_between(self, since: datetime, until: datetime) -> timedelta:
        overlaps = (min(ends, until) - max(begins, since) for begins, ends in self.downtimes)
        return sum((overlap for overlap in overlaps if overlap > timedelta(0)), timedelta(0))

    def hear(self, message: dict[str, Any]) -> None:
        """Hear what pages are told: nothing that is not stored, and now and then somebody looks at theirs."""
        if message["type"] != "table.changed":
            return
        match_id, told = message["match"], TableVersion(message["number"], message["version"])
        if told > newest(match_id):
            self.complain(f"match {match_id}: entry {told.number} was told of, and is not stored")
        self.pages[match_id].hub.hear(told)
        self.heard += 1
        if self.heard % DRAWN_EVERY == 0:
            self._look_at_page(Match.objects.get(pk=match_id))

    def look_at_pages(self) -> None:
        """See that none is behind: whatever the bus lost, doubled or brought late, each looks every 20 seconds."""
        for match_id, page in self.pages.items():
            if page.look() and page.seen != newest(match_id):
                self.complain(f"match {match_id}: a page shows {page.seen}, and {newest(match_id)} is stored")

    def _look_at_page(self, match: Match) -> None:
        """Only whoever is asked is offered answers."""
        for seat in match.seats.exclude(user=None).select_related("user"):
            html = as_swaps(draw(match, seat_number_of(match, seat.user), "en"))
            if 'name="bid"' in html and not match.asks(seat.number):
                self.complain(f"match {match.pk}: seat {seat.number} is offered another one's answers")

    def check_sight(self, seen: View) -> None:
        """A brain sees the table from the seat that is asked, and no purse but its own."""
        if seen.viewer != seen.state.turn:
            self.complain(f"a brain for seat {seen.state.turn} sees what seat {seen.viewer} sees")
        purses = [seat for seat, purse in enumerate(seen.state.money) if purse is not None]
        if not money_is_open(seen.state) and purses != [seen.viewer]:
            self.complain(f"a brain sees the purses of {purses}")

    def note_thought(self, match: Match, number: int) -> None:
        """Nobody thinks about what another one has begun to think about. At live tables thoughts are too short."""
        now, before = timezone.now(), self.thoughts.get((match.pk, number))
        claimed = timedelta(seconds=settings.THINKING_SECONDS)
        if match.pace == Match.Pace.SLOW and before is not None and now - before < claimed:
            self.complain(f"match {match.pk}: two think about entry {number}")
        self.thoughts[match.pk, number] = now

    def find_problems(self, journal: Journal) -> Iterator[str]:
        """Yield what is wrong at the end of the day."""
        yield from self.find_broken(journal)
        for match in self.matches:
            match.refresh_from_db()
            if match.ai_due_at is not None and match.ai_due_at < timezone.now() - LONGEST_WAIT:
                yield f"match {match.pk}: what is due waits since {match.ai_due_at}"
        yield from (f"site: {broken.invariant}: {broken.words}" for broken in verify_site())

    def find_broken(self, journal: Journal) -> Iterator[str]:
        """Yield what may not be wrong for a moment, at any time of the day."""
        yield from journal.problems
        for match in Match.objects.filter(pk__in=[match.pk for match in self.matches]):
            yield from (f"match {match.pk}: {broken.invariant}: {broken.words}" for broken in verify_match(match))
            yield from self._check_orders(match, journal)
        yield from check_journal(journal)
        yield from (f"{name} was mailed {times} times" for name, times in self.mails.items() if times > 1)

    def _check_orders(self, match: Match, journal: Journal) -> Iterator[str]:
        for entry in match.moves.filter(by_order=True):
            if (match.pk, entry.seat) not in journal.ordering:
                yield f"match {match.pk}: seat {entry.seat} played by an order and gave none"
            elif entry.entry[1] == "bid" and entry.entry[2] > LIMIT:
                yield f"match {match.pk}: seat {entry.seat} bid {entry.entry[2]} by an order up to {LIMIT}"


def check_journal(journal: Journal) -> Iterator[str]:
    """Yield what is not stored as its client was told: each acknowledged move once, no refused one."""
    matches = {sent.match for sent in (*journal.stored, *journal.refused)}
    rows = PlayedMove.objects.filter(match__in=matches).exclude(key="")
    stored = {(row.match_id, row.key): row for row in rows}
    moves = Counter((row.match_id, row.number) for row in rows)
    yield from (f"entry {number} of match {match} is stored twice" for (match, number), n in moves.items() if n > 1)
    for sent in journal.stored:
        row = stored.get((sent.match, sent.key))
        if row is None or (row.number, row.entry) != (sent.number, sent.entry):
            found = row and row.entry
            yield f"match {sent.match}: entry {sent.number} was acknowledged as {sent.entry}, and is {found}"
    for match, key, number in {(sent.match, sent.key, sent.number) for sent in journal.refused}:
        if (match, key) in stored:
            yield f"match {match}: entry {number} was refused and is stored"
