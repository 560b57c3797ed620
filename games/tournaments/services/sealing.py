"""Opening tables that played the same deal, once nobody plays it any more."""

from django.db.models import QuerySet

from games import broadcast
from games.models import Match, RoundTable
from games.play.services.locking import lock_tables, newer


def unseal(tables: QuerySet[RoundTable]) -> None:
    """Show the matches of these tables to everybody. The caller holds the lock on the tournament."""
    sealed = Match.objects.filter(sealed=True, tournament_table__in=tables)
    opened = lock_tables(sealed)
    Match.objects.filter(pk__in=opened).update(sealed=False, spectators_allowed=True, **newer())
    for match in Match.objects.filter(pk__in=opened).only("number", "version", "ai_due_at"):
        broadcast.announce_table(match)
