"""What is stored of how people stand."""

from leaderboard.models.appearance import Appearance
from leaderboard.models.inspection import Inspection
from leaderboard.models.rating import Rating, RatingChange
from leaderboard.models.season import SeasonStanding
from leaderboard.models.tally import Ledger, Tally

__all__ = ["Appearance", "Inspection", "Ledger", "Rating", "RatingChange", "SeasonStanding", "Tally"]
