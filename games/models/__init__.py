"""What is stored of tables and matches."""

from games.models.backup import Backup
from games.models.brain_failure import BrainFailure
from games.models.calendar_address import CalendarAddress
from games.models.chat_line import ChatLine
from games.models.continuation import Continuation
from games.models.daily_problem import DailyProblem, ProblemAnswer
from games.models.filter_word import FilterWord
from games.models.group import Membership, PlayerGroup
from games.models.guide import Guide
from games.models.heartbeat import Heartbeat
from games.models.imported_record import ImportedRecord
from games.models.invitation import Invitation
from games.models.maintenance import Maintenance
from games.models.match import Match
from games.models.match_analysis import MatchAnalysis
from games.models.note import Note
from games.models.order_sheet import OrderSheet
from games.models.played_move import PlayedMove
from games.models.presence import Presence
from games.models.process import Process
from games.models.report import Report
from games.models.sample import Sample
from games.models.seat import Seat
from games.models.seek import Seek
from games.models.table_event import TableEvent
from games.models.thanks import Thanks
from games.models.title_word import TitleWord
from games.models.tournament import Entrant, LeaguePlace, Tournament
from games.models.tournament_round import RoundSeat, RoundTable, TournamentRound

__all__ = [
    "Backup",
    "BrainFailure",
    "CalendarAddress",
    "ChatLine",
    "Continuation",
    "DailyProblem",
    "Entrant",
    "FilterWord",
    "Guide",
    "Heartbeat",
    "ImportedRecord",
    "Invitation",
    "LeaguePlace",
    "Maintenance",
    "Match",
    "MatchAnalysis",
    "Membership",
    "Note",
    "OrderSheet",
    "PlayedMove",
    "PlayerGroup",
    "Presence",
    "ProblemAnswer",
    "Process",
    "Report",
    "RoundSeat",
    "RoundTable",
    "Sample",
    "Seat",
    "Seek",
    "TableEvent",
    "Thanks",
    "TitleWord",
    "Tournament",
    "TournamentRound",
]
