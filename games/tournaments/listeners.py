"""What tournaments do on signals: a match that ends, the sweep, people who leave."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.people.panels import Panel
from accounts.signals import account_leaving, sanction_imposed
from config.after_commit import after_commit
from config.signals import sweeping
from config.task_queue import enqueue
from games.models import Match, RoundTable
from games.signals import collect_ending_panels, result_changed
from games.tournaments.services.entering import let_go, rest
from games.tournaments.services.rounds import run_due


@receiver(result_changed)
def go_on_with_tournament(match_id: int, **kwargs: Any) -> None:
    """Have the round of a match counted by a task: the answer to its last move does not wait for that."""
    if RoundTable.objects.filter(match=match_id).exists():
        enqueue("games.tasks.follow_tournament", match_id)


@receiver(sweeping)
def run_tournaments(**kwargs: Any) -> None:
    """Begin and close rounds whose time has come, also where a task was lost."""
    run_due()


@receiver(account_leaving)
def withdraw(user: User, **kwargs: Any) -> None:
    """Nobody waits for somebody who left."""
    let_go(user=user)


@receiver(sanction_imposed)
def pair_without_them(sanction: Sanction, **kwargs: Any) -> None:
    """Nobody is paired who may not play: afterwards, since tables are locked already, and again with every round."""
    after_commit(rest, user=sanction.user)


@receiver(collect_ending_panels)
def lead_to_tournament(match: Match, **kwargs: Any) -> Panel | None:
    """Return the way from the end of a match to its tournament."""
    table = RoundTable.objects.select_related("round__tournament").filter(match=match).first()
    return Panel("games/tournaments/ending_panel.html", {"table": table}) if table is not None else None
