"""People, whom they keep away, and what staff do about them."""

from accounts.models.address import AddressBan, DeviceSighting, Sighting
from accounts.models.announcement import Announcement
from accounts.models.api_token import ApiToken
from accounts.models.block import Block
from accounts.models.confirmed_factor import ConfirmedFactor
from accounts.models.follow import Follow
from accounts.models.holiday import Holiday
from accounts.models.letter import Letter
from accounts.models.person_note import PersonNote
from accounts.models.push_device import PushDevice
from accounts.models.sanction import BANS, Appeal, Sanction
from accounts.models.staff_act import StaffAct, Unchangeable
from accounts.models.user import CaselessUserManager, Theme, User
from accounts.models.webhook import Webhook

__all__ = [
    "BANS",
    "AddressBan",
    "Announcement",
    "ApiToken",
    "Appeal",
    "Block",
    "CaselessUserManager",
    "ConfirmedFactor",
    "DeviceSighting",
    "Follow",
    "Holiday",
    "Letter",
    "PersonNote",
    "PushDevice",
    "Sanction",
    "Sighting",
    "StaffAct",
    "Theme",
    "Unchangeable",
    "User",
    "Webhook",
]
