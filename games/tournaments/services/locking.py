"""The lock on a tournament, and who may do what a host does."""

from django.db import transaction

from accounts.models import User
from accounts.staff.services.trace import trace
from config.after_commit import after_commit
from games.broadcast import LOBBY, tell
from games.models import Tournament
from games.tournaments.refusals import AlreadyOver, HasBegun, NotTheHost

MANAGE = "games.tend_match"  # moderators, as of any match


def lock_tournament(pk: int) -> Tournament:
    """Return the tournament, locked until the end of the transaction. Its tables are locked after it, never before."""
    return Tournament.objects.select_for_update().get(pk=pk)


def lock_for(actor: User, pk: int) -> Tournament:
    """Return the same for its host, or for staff who may manage tournaments, while it is not over."""
    tournament = lock_tournament(pk)
    if not may_manage(tournament, actor):
        raise NotTheHost
    if not tournament.is_under_way:
        raise AlreadyOver
    return tournament


def expect_open(tournament: Tournament) -> None:
    if not tournament.is_open:
        raise HasBegun


def may_manage(tournament: Tournament, user: object) -> bool:
    """Tell whether somebody hosts it, or may manage those of others."""
    return isinstance(user, User) and (tournament.host_id == user.pk or user.has_perm(MANAGE))


def trace_staff(tournament: Tournament, actor: User, verb: str, why: str, person: User | None = None) -> None:
    """Write down what staff do to a tournament that is not theirs."""
    if tournament.host_id != actor.pk:
        trace(actor=actor, verb=verb, why=why or verb, target=tournament, person=person)


def group_of(pk: int) -> str:
    """Return the group of all who look at a tournament's page."""
    return f"tournament.{pk}"


def announce(tournament: Tournament) -> None:
    """Tell everybody who looks at it, or at the lobby, once that is committed, that it changed."""
    assert transaction.get_connection().in_atomic_block
    after_commit(tell, group_of(tournament.pk), {"type": "tournament.changed"})
    after_commit(tell, LOBBY, {"type": "lobby.changed"})
