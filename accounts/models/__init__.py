"""People, whom they keep away, and what staff do about them."""

from accounts.models.address import AddressBan, Sighting
from accounts.models.announcement import Announcement
from accounts.models.block import Block
from accounts.models.confirmed_factor import ConfirmedFactor
from accounts.models.letter import Letter
from accounts.models.person_note import PersonNote
from accounts.models.sanction import BANS, Appeal, Sanction
from accounts.models.staff_act import StaffAct, Unchangeable
from accounts.models.user import CaselessUserManager, Theme, User

__all__ = [
    "BANS",
    "AddressBan",
    "Announcement",
    "Appeal",
    "Block",
    "CaselessUserManager",
    "ConfirmedFactor",
    "Letter",
    "PersonNote",
    "Sanction",
    "Sighting",
    "StaffAct",
    "Theme",
    "Unchangeable",
    "User",
]
