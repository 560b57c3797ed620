"""Celery's tasks: counting a match that has ended, and reading it."""

from celery import shared_task

from config.nice_process import NiceProcess
from leaderboard.selectors.matches import AT_ONCE
from leaderboard.services.counting import count_batch
from leaderboard.services.inspecting import is_inspection_due
from leaderboard.services.remembering import remember

inspector = NiceProcess("inspect_matches")


@shared_task
def count_result(match_id: int) -> None:
    """Remember a match that is over, or forget it, and count it in the ratings."""
    remember(match_id=match_id)
    if count_batch(match_id=match_id) == AT_ONCE:
        count_more.delay()


@shared_task
def count_more() -> None:
    """Go on with a long recount, a batch at a time: the sweep must come in between, or its silence is downtime."""
    if count_batch() == AT_ONCE:
        count_more.delay()


@shared_task
def inspect_matches() -> None:
    """Have rated matches read for fair play, in a process beside this one."""
    if is_inspection_due():
        inspector.start()
