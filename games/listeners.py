"""What games does when others ring: the sweep, and people who come, go or take out their data."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_leaving, collect_personal_data, guest_joined
from games.selectors.belongings import belongings_of
from games.services.ai_seats import answer_all_due
from games.services.departures import hand_over, let_go
from games.services.dissolving import dissolve_stale
from games.signals import sweeping


@receiver(sweeping)
def clear_stale_tables(**kwargs: Any) -> None:
    """Nobody waits for ever at a table that nobody starts."""
    dissolve_stale()


@receiver(sweeping)
def answer_for_waiting_ais(**kwargs: Any) -> None:
    """An AI whose bell was lost answers all the same."""
    answer_all_due()


@receiver(guest_joined)
def keep_the_guests_matches(guest: User, user: User, **kwargs: Any) -> None:
    """Whoever tried it without their account keeps what they played."""
    hand_over(guest=guest, user=user)


@receiver(account_leaving)
def free_their_seats(user: User, **kwargs: Any) -> None:
    """Nobody waits for somebody who left."""
    let_go(user=user)


@receiver(collect_personal_data)
def give_their_matches(user: User, **kwargs: Any) -> dict[str, Any]:
    """One's tables, seats, moves and invitations."""
    return belongings_of(user)
