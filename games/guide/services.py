"""The guide: beginning with it, reading on, silencing it and letting it speak again."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.people.services.locking import lock_person
from games import broadcast
from games.guide import LESSONS
from games.guide.selectors import tables_for_guide
from games.lobby.services.tables import DEFAULT_EDITION, TableOptions, open_table
from games.models import Guide, Match
from games.models.match import UNHURRIED_SECONDS
from games.play.refusals import ActionRefused

OPPONENTS = ("trainee", "trainee")


class NoGuideHere(ActionRefused):
    reason = gettext_lazy("The guide speaks at your own matches against AIs, as long as they are in play.")


def start_guide(*, user: User, edition_id: str = DEFAULT_EDITION, again: bool = False) -> Match:
    """Go on where the guide is, if that match is in play, or begin one; `again` and a new match begin all over."""
    with transaction.atomic():
        guide = _lock(user)
        match = guide.match
        goes_on = match is not None and match.status == Match.Status.RUNNING
        if match is None or not goes_on:
            match = _begin(user, edition_id)
        if again or not goes_on:
            guide.read = []
        guide.match, guide.is_on = match, True
        _keep(guide)
        return match


def bring_guide(*, user: User, match: Match) -> None:
    """Let the guide speak, or speak again, at one of somebody's matches against AIs."""
    with transaction.atomic():
        guide = _lock(user)
        left = guide.match
        if match != left and not tables_for_guide(user).filter(pk=match.pk).exists():
            raise NoGuideHere
        guide.match, guide.is_on = match, True
        _keep(guide)
        if left is not None and left != match:
            _show(left)


def silence_guide(*, user: User, match: Match) -> None:
    """Let the guide say nothing more at this table until it is asked to."""
    with transaction.atomic():
        guide = _lock(user)
        if guide.match == match and guide.is_on:
            guide.is_on = False
            _keep(guide)


def read_lesson(*, user: User, match: Match, lesson: str) -> None:
    """Note that a lesson was read, and show at once what comes next."""
    with transaction.atomic():
        guide = _lock(user)
        if guide.match == match and _note(guide, lesson):
            _keep(guide)


@contextmanager
def heeding_lesson(*, user: User, match_id: int, lesson: str) -> Iterator[None]:
    """Whoever makes their move has read what was said about it: both are kept, or, if it is refused, neither."""
    if not lesson:
        yield
        return
    with transaction.atomic():
        guide = _lock(user)
        if guide.match_id == match_id and _note(guide, lesson):
            guide.save(update_fields=["read", "changed_at"])
        yield


def hand_guide_over(*, guest: User, user: User) -> None:
    """Give a guest's guide to the account they had all the time, unless that has its own."""
    if not Guide.objects.filter(user=user).exists():
        Guide.objects.filter(user=guest).update(user=user)


def _begin(user: User, edition_id: str) -> Match:
    """Begin an ordinary match against two AIs who are easy to beat, in which one speaks first and may ask for hints."""
    options = TableOptions(
        edition_id=edition_id,
        title=_("First match"),
        size=len(OPPONENTS) + 1,
        pace=Match.Pace.SLOW,
        decision_seconds=UNHURRIED_SECONDS,
        visibility=Match.Visibility.UNLISTED,
        host_begins=True,
        chat_allowed=False,
        hints_allowed=True,
    )
    return open_table(host=user, options=options, ai_levels=OPPONENTS)


def _lock(user: User) -> Guide:
    """Return the person's guide, a new one if need be, held by the lock on the person."""
    guide, _new = Guide.objects.select_related("match").get_or_create(user=lock_person(user))
    return guide


def _note(guide: Guide, lesson: str) -> bool:
    """Add a lesson to those that were read; the answer tells whether it was new."""
    if lesson in guide.read or lesson not in {known.id for known in LESSONS}:
        return False
    guide.read = [*guide.read, lesson]
    return True


def _keep(guide: Guide) -> None:
    guide.save(update_fields=["match", "is_on", "read", "changed_at"])
    if guide.match is not None:
        _show(guide.match)


def _show(match: Match) -> None:
    """Raise the table's version, of which what the guide says is part, so that open pages follow."""
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.refresh_from_db(fields=["number", "version", "ai_due_at"])
    broadcast.announce_table(match)
