"""People, and whom they keep away."""

from accounts.models.block import Block
from accounts.models.user import CaselessUserManager, Theme, User

__all__ = ["Block", "CaselessUserManager", "Theme", "User"]
