"""Celery's tasks: they make soon what lies due in the database; the sweep makes it certain."""

import logging

from celery import shared_task

from config.metrics import sweeps
from config.nice_process import NiceProcess
from config.signals import sweeping
from games import broadcast
from games.analysis.services import is_anything_due
from games.play.services import ai_turns
from games.tournaments.services.rounds import follow_result

logger = logging.getLogger(__name__)

analyst = NiceProcess("analyse", "--due")
finder = NiceProcess("find_problems")


@shared_task
def sweep() -> None:
    """Make certain that what is due is done, though a task was lost: every listener looks for itself."""
    for listener, answer in sweeping.send_robust(sender=None):
        if isinstance(answer, Exception):
            sweeps.labels("failed").inc()
            logger.error("A sweep failed: %s", listener, exc_info=answer)
    sweeps.labels("done").inc()


@shared_task
def answer_for_ai(match_id: int | None = None, number: int | None = None) -> None:
    """Answer the AI's turn that this was sent for, or the most urgent one by now: one for each that has become due."""
    if match_id is None or number is None or not ai_turns.answer_in_time(match_id=match_id, number=number):
        ai_turns.run_next_turn()


@shared_task
def analyse_matches() -> None:
    """Have what was asked for analysed, in a process beside this one."""
    if is_anything_due():
        analyst.start()


@shared_task
def find_problems() -> None:
    """Have problems looked for, in a process beside this one."""
    finder.start()


@shared_task
def announce_lobby() -> None:
    """Tell the lobby from the worker."""
    broadcast.announce_lobby()


@shared_task
def follow_tournament(match_id: int) -> None:
    """Count the round of a match that is over, and go on where it was the last."""
    follow_result(match_id=match_id)
