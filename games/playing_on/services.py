"""Making a table of a position."""

from dataclasses import dataclass
from dataclasses import replace as with_changes
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.services.locking import lock_person
from games.ai.levels import OFFERED_LEVELS
from games.engine import SPECTATOR, Setup, State, deal_rest, places, scores, view
from games.engine.moves import from_entry
from games.engine.state import OVER
from games.history.timeline import Timeline
from games.lobby.services.limits import expect_room_to_sit
from games.lobby.services.tables import SAME_CLICK_SECONDS
from games.models import Continuation, ImportedRecord, Match, Seat
from games.models.match import UNHURRIED_SECONDS
from games.play.refusals import ActionRefused, UnknownChoice
from games.play.services.continuing import begin_in_the_middle
from games.play.services.locking import announce

TITLE_LENGTH: Final = 60


class NothingToPlay(ActionRefused):
    reason = _("The match is over at that moment. Choose an earlier one.")


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """A moment of a match that is over, or of a record: all of it, and after which entry."""

    timeline: Timeline
    number: int
    name: str
    source: Match | None = None
    imported: ImportedRecord | None = None

    @property
    def state(self) -> State:
        return self.timeline.states[self.number]


def play_on(*, position: StartingPosition, user: User, seat: int, level: str, dealt_anew: bool) -> Match:
    """Open a table that goes on from there, its person on a seat and AIs on the others; a second click finds the same.

    It is nobody's business but theirs: by link only, unrated, and counted nowhere.
    """
    setup = position.state.setup
    if position.state.phase == OVER:
        raise NothingToPlay
    if not 0 <= seat < setup.seats or level not in OFFERED_LEVELS:
        raise UnknownChoice
    with transaction.atomic():
        user = lock_person(user)
        begun = _just_begun(position, user, seat, level, dealt_anew)
        if begun is not None:
            return begun
        expect_room_to_sit(user)
        match = _open(position, user, dealt_anew)
        _take_seats(match, setup, user, seat, level)
        moves = [from_entry(entry) for entry in position.timeline.entries_until(position.number)]
        begin_in_the_middle(match=match, setup=_dealt(setup, position.state, match), moves=moves)
        _remember(match, position, seat)
        announce(match)
        return match


def _just_begun(position: StartingPosition, user: User, seat: int, level: str, dealt_anew: bool) -> Match | None:
    since = timezone.now() - timedelta(seconds=SAME_CLICK_SECONDS)
    same = Match.objects.filter(host=user, status=Match.Status.RUNNING, created_at__gte=since, dealt_anew=dealt_anew)
    come_from = {"source": position.source, "imported": position.imported, "number": position.number, "seat": seat}
    others = Seat.objects.filter(match=OuterRef("pk"), ai_level=level)
    return same.filter(Exists(others), **{f"continuation__{name}": at for name, at in come_from.items()}).first()


def _open(position: StartingPosition, user: User, dealt_anew: bool) -> Match:
    setup = position.state.setup
    return Match.objects.create(
        host=user,
        title=position.name[:TITLE_LENGTH],
        edition_id=setup.edition.id,
        size=setup.seats,
        pace=Match.Pace.SLOW,
        decision_seconds=UNHURRIED_SECONDS,
        visibility=Match.Visibility.UNLISTED,
        open_money=setup.open_money,
        chat_allowed=False,
        hints_allowed=True,
        dealt_anew=dealt_anew,
    )


def _take_seats(match: Match, setup: Setup, user: User, own: int, level: str) -> None:
    def taken(number: int) -> dict[str, object]:
        return {"user": user, "taken_at": timezone.now()} if number == own else {"ai_level": level}

    Seat.objects.bulk_create(
        Seat(match=match, number=number, studio=studio, **taken(number)) for number, studio in enumerate(setup.studios)
    )


def _dealt(setup: Setup, state: State, match: Match) -> Setup:
    """Return the setup as it was; or with what nobody had seen drawn anew, under which all was possible, too."""
    if not match.dealt_anew:
        return setup
    seen = view(state, SPECTATOR).state.setup.deal
    return with_changes(setup, deal=deal_rest(setup.edition, seen, bytes(match.secret)))


def _remember(match: Match, position: StartingPosition, seat: int) -> None:
    end = position.timeline.states[-1]
    is_over = end.phase == OVER
    Continuation.objects.create(
        match=match,
        source=position.source,
        imported=position.imported,
        number=position.number,
        seat=seat,
        then_score=scores(end)[seat] if is_over else None,
        then_place=places(end)[seat] if is_over else None,
    )
