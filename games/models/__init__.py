"""What is stored of tables and matches."""

from games.models.invitation import Invitation
from games.models.match import Match
from games.models.played_move import PlayedMove
from games.models.seat import Seat

__all__ = ["Invitation", "Match", "PlayedMove", "Seat"]
