"""Opening a table, and changing what is played there while it concerns nobody else."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.people.services.locking import lock_person
from games.ai.levels import OFFERED_LEVELS
from games.engine import edition_files, load_edition
from games.lobby.services.invitations import write_invitation
from games.lobby.services.limits import expect_may_be_rated, expect_room_to_host, expect_room_to_sit
from games.lobby.services.starting import begin_if_complete
from games.models import Match, PlayedMove, Seat
from games.models.match import UNHURRIED_SECONDS
from games.play.refusals import OthersSeated, UnknownChoice
from games.play.services.locking import announce, lock_table_of, seats_of

DEFAULT_EDITION = "dream-factory-2009"
# Whoever asks for the same match again so soon has clicked twice.
SAME_CLICK_SECONDS = 10
# What the model says where nobody has decided; it is never saved.
USUAL: Final = Match()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """Everything a host decides, in the words of the model and with its defaults."""

    edition_id: str = DEFAULT_EDITION
    size: int = USUAL.size
    title: str = USUAL.title
    pace: str = USUAL.pace
    decision_seconds: int = USUAL.decision_seconds
    bank_seconds: int = USUAL.bank_seconds
    open_money: bool = USUAL.open_money
    rated: bool = USUAL.rated
    visibility: str = USUAL.visibility
    host_begins: bool = USUAL.host_begins
    studios_chosen: bool = USUAL.studios_chosen
    spectators_allowed: bool = USUAL.spectators_allowed
    chat_allowed: bool = USUAL.chat_allowed
    hints_allowed: bool = USUAL.hints_allowed
    fast_ai: bool = USUAL.fast_ai
    starts_when_full: bool = USUAL.starts_when_full
    auctions: str = USUAL.auctions
    answers_named: bool = USUAL.answers_named
    silence_passes: bool = USUAL.silence_passes
    orders_shown: bool = USUAL.orders_shown
    bots_allowed: bool = USUAL.bots_allowed
    ready_check: bool = USUAL.ready_check
    rating_from: int | None = USUAL.rating_from
    rating_to: int | None = USUAL.rating_to
    reliability_from: int | None = USUAL.reliability_from


def open_table(
    *,
    host: User,
    options: TableOptions,
    ai_levels: tuple[str, ...] = (),
    studio: int | None = None,
    invited: tuple[User, ...] = (),
) -> Match:
    """Open a table with the host on its first seat and AIs on its last ones; it begins at once if that fills it."""
    _check(options, ai_levels, studio)
    with transaction.atomic():
        host = lock_person(host)
        expect_may_be_rated(host, rated=options.rated)
        expect_room_to_sit(host)
        if len(ai_levels) < options.size - 1 or not options.starts_when_full:
            expect_room_to_host(host)
        match = Match.objects.create(host=host, **asdict(options))
        _set_chairs(match, ai_levels)
        match.seats.filter(number=0).update(user=host, studio=studio, taken_at=timezone.now())
        for user in invited:
            write_invitation(match, user, host)
        begin_if_complete(match)
        announce(match)
        return match


def quick_start(
    *,
    user: User,
    seats: int,
    studio: int | None,
    level: str,
    edition_id: str = DEFAULT_EDITION,
    host_begins: bool = False,
    hints_allowed: bool = True,
    fast_ai: bool = False,
) -> Match:
    """Return a casual match against AIs that begins at once; a second click leads to the same one."""
    options = TableOptions(
        edition_id=edition_id,
        size=seats,
        pace=Match.Pace.SLOW,
        decision_seconds=UNHURRIED_SECONDS,
        visibility=Match.Visibility.UNLISTED,
        host_begins=host_begins,
        studios_chosen=studio is not None,
        chat_allowed=False,
        hints_allowed=hints_allowed,
        fast_ai=fast_ai,
    )
    with transaction.atomic():
        user = lock_person(user)
        ai_levels = (level,) * (seats - 1)
        begun = _just_begun(user, options, ai_levels, studio)
        return begun or open_table(host=user, options=options, ai_levels=ai_levels, studio=studio)


def _just_begun(user: User, options: TableOptions, ai_levels: tuple[str, ...], studio: int | None) -> Match | None:
    """Return the same match if its host just began it and did nothing yet. The caller holds the lock on the person."""
    since = timezone.now() - timedelta(seconds=SAME_CLICK_SECONDS)
    touched = PlayedMove.objects.filter(match=OuterRef("pk"), by_ai=False, forced=False)
    begun = Match.objects.filter(~Exists(touched), host=user, created_at__gte=since, status=Match.Status.RUNNING)
    for match in begun.filter(rematch_of=None, copied=None, **asdict(options)).order_by("-pk"):
        own, *others = seats_of(match)
        if tuple(seat.ai_level for seat in others) == ai_levels and studio in (None, own.studio):
            return match
    return None


def change_options(*, match_id: int, host: User, options: TableOptions, ai_levels: tuple[str, ...] = ()) -> Match:
    """Change what is played, as long as it concerns nobody but the host."""
    _check(options, ai_levels, None)
    with transaction.atomic():
        host = lock_person(host)
        match = lock_table_of(match_id, host)
        if any(seat.user_id not in (None, host.pk) for seat in seats_of(match)):
            raise OthersSeated
        expect_may_be_rated(host, rated=options.rated)
        studio = match.seats.get(user=host).studio if options.studios_chosen else None
        for name, value in asdict(options).items():
            setattr(match, name, value)
        match.save(update_fields=[*asdict(options), "changed_at"])
        match.seats.all().delete()
        _set_chairs(match, ai_levels)
        match.seats.filter(number=0).update(user=host, studio=studio, taken_at=timezone.now())
        begin_if_complete(match)
        announce(match)
        return match


def _set_chairs(match: Match, ai_levels: tuple[str, ...]) -> None:
    first_ai = match.size - len(ai_levels)
    levels = [""] * first_ai + list(ai_levels)
    Seat.objects.bulk_create(Seat(match=match, number=number, ai_level=levels[number]) for number in range(match.size))


def _check(options: TableOptions, ai_levels: tuple[str, ...], studio: int | None) -> None:
    """Refuse what no page offers."""
    if options.edition_id not in edition_files() or not set(ai_levels) <= set(OFFERED_LEVELS):
        raise UnknownChoice
    edition = load_edition(options.edition_id)
    if options.size not in edition.money or len(ai_levels) >= options.size:
        raise UnknownChoice
    if studio is not None and studio not in edition.studios:
        raise UnknownChoice
