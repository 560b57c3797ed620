"""What the leaderboard does on signals: a match that ends, the sweep, and people who come and go."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.panels import Panel
from accounts.signals import (
    account_leaving,
    collect_badges,
    collect_personal_data,
    collect_profile_panels,
    guest_joined,
)
from config.signals import sweeping
from config.task_queue import enqueue
from games.lobby.services.join_limits import Reputation
from games.models import Match, PlayerGroup
from games.operations.queues import Queue, background_queue
from games.play.verification import site_check
from games.signals import (
    collect_ending_panels,
    collect_group_panels,
    collect_queues,
    collect_reputation,
    collect_strengths,
    result_changed,
)
from leaderboard.panels import ending_panel, group_panel, rating_badges, ratings_panel, record_panel, strengths_of
from leaderboard.selectors.belongings import belongings_of
from leaderboard.selectors.reputation import reputation_of
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_batch
from leaderboard.services.inspecting import (
    forget_inspections_of,
    forget_old_inspections,
    is_inspection_due,
    readable_inspections,
)
from leaderboard.services.people import hand_over, list_or_not
from leaderboard.services.remembering import remember_results
from leaderboard.services.seasons import close_seasons

# A sweep looks at the latest day; now and then one looks at everything.
THOROUGH_SECONDS: Final = 60 * 60
INSPECTIONS: Final = background_queue("inspections", _("Inspections"), readable_inspections)


@receiver(result_changed)
def count_ended_match(match_id: int, **kwargs: Any) -> None:
    """Have a match counted by a task: the answer to its last move does not wait for that."""
    enqueue("leaderboard.tasks.count_result", match_id)


@receiver(collect_reputation)
def tell_reputation(user: User, match: Match, **kwargs: Any) -> Reputation:
    """Tell a host how somebody stands who wants to sit down."""
    return reputation_of(user, match.size)


@receiver(collect_group_panels)
def show_ladder_of_group(group: PlayerGroup, **kwargs: Any) -> Panel | None:
    """Return how the members of a group stand among each other."""
    return group_panel(group)


@receiver(sweeping)
def count_what_is_due(**kwargs: Any) -> None:
    """Count results whose task was lost, too; what is more than a batch waits for the next sweep."""
    thorough = cache.add("leaderboard.thorough", True, THOROUGH_SECONDS)
    remember_results(thorough=thorough)
    count_batch(thorough=thorough)


@receiver(sweeping)
def keep_final_tables(**kwargs: Any) -> None:
    """Keep what a season ended with."""
    close_seasons()


@receiver(sweeping)
def go_on_with_inspections(**kwargs: Any) -> None:
    """Have matches read though their task was lost or its process killed; what no longer serves is forgotten."""
    if cache.add("leaderboard.inspections", True, THOROUGH_SECONDS):
        forget_old_inspections()
    if is_inspection_due():
        enqueue("leaderboard.tasks.inspect_matches")


@receiver(collect_queues)
def show_inspections(**kwargs: Any) -> Queue:
    """Let operators see how the reading of matches stands."""
    return INSPECTIONS


@receiver(account_leaving)
def forget_what_was_read(user: User, **kwargs: Any) -> None:
    """Keep nothing that was read of somebody's moves."""
    forget_inspections_of(user)


@site_check("I10")
def ratings_equal_their_recomputation() -> Iterator[str]:
    """Recompute the ratings; what a sweep has still to count is late, not wrong: a thorough one comes every hour."""
    found = audit(patience=2 * timedelta(seconds=THOROUGH_SECONDS))
    yield from (f"match {wrong.match_id}: {wrong.words}" if wrong.match_id else wrong.words for wrong in found)


@receiver(post_save, sender=User)
def show_or_hide(instance: User, created: bool, update_fields: frozenset[str] | None, **kwargs: Any) -> None:
    """List nobody who has left or is banned; whoever may come back stands there again."""
    if not created and (update_fields is None or {"is_active", "left_at", "is_guest"} & update_fields):
        list_or_not(user=instance)


@receiver(guest_joined)
def keep_the_guests_record(guest: User, user: User, **kwargs: Any) -> None:
    """Whoever tried it without their account keeps what they played."""
    hand_over(guest=guest, user=user)


@receiver(collect_personal_data)
def give_their_ratings(user: User, **kwargs: Any) -> dict[str, Any]:
    """Return one's ratings, how they came about, and what is remembered of one's matches."""
    return belongings_of(user)


@receiver(collect_profile_panels)
def show_ratings(person: User, **kwargs: Any) -> Panel | None:
    """Return where they stand."""
    return ratings_panel(person)


@receiver(collect_profile_panels)
def show_record(person: User, **kwargs: Any) -> Panel | None:
    """Return how they play."""
    return record_panel(person)


@receiver(collect_ending_panels)
def show_changes(match: Match, **kwargs: Any) -> Panel | None:
    """Return what the match did to them."""
    return ending_panel(match)


@receiver(collect_badges)
def show_rating_badges(people: set[int], **kwargs: Any) -> dict[int, str]:
    """Return a rating beside a name."""
    return rating_badges(people)


@receiver(collect_strengths)
def tell_strengths(people: set[int], **kwargs: Any) -> dict[int, int]:
    """Return how strong somebody is."""
    return strengths_of(people)
