"""How long AIs let people wait: fast or not, and once without any pause until a person is asked again."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.selectors.pace import may_set_pace, may_skip
from games.play.services.locking import lock_table, seats_of
from games.play.services.table_events import show


def set_fast(*, match_id: int, user: User, fast: bool) -> None:
    """Let AIs answer as soon as they know from now on, or take their time again."""
    with transaction.atomic():
        match = lock_table(match_id)
        if not may_set_pace(match, seats_of(match), user.pk):
            raise ActionRefused
        match.fast_ai = fast
        _hurry(match, is_wanted=fast)


def skip_to_turn(*, match_id: int, user: User) -> None:
    """Leave out every pause until a person is asked: what AIs think about is still thought about."""
    with transaction.atomic():
        match = lock_table(match_id)
        seats = seats_of(match)
        if not may_skip(match, seats, user.pk):
            raise ActionRefused
        if match.ai_due_at is not None:
            match.is_skipping = True
            _hurry(match, is_wanted=True)


def _hurry(match: Match, *, is_wanted: bool) -> None:
    """Have what is due later done now, where that is wanted, and show how the table is played."""
    if is_wanted and match.ai_due_at is not None:
        match.ai_due_at = min(match.ai_due_at, timezone.now())
    match.version += 1
    show(match, "fast_ai", "is_skipping", "ai_due_at")
