"""Celery's tasks: the doorbell when a match has ended."""

from celery import shared_task

from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember


@shared_task
def count_result(match_id: int) -> None:
    """Remember a match that is over, or forget it, and count it in the ratings."""
    remember(match_id=match_id)
    count_results(match_id=match_id)
