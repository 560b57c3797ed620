"""Which match stands in the light: the liveliest of the strongest, and where nobody plays, the best that was played."""

from games.models import Match
from games.watch.selectors import best_finished, matches_with_seats, running_tables

# Of so many one is still in play, however fast matches end.
TRIED = 5


def featured_match() -> Match | None:
    """Return the match in the light; None on a site where nothing was ever played in public."""
    lively = [table.match_id for table in running_tables() if table.is_lively]
    running = matches_with_seats(lively[:TRIED])
    return running[0] if running else best_finished()
