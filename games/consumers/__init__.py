"""Sockets: they tell browsers that something changed, each for its own viewer; what people do comes by posts."""

from games.consumers.lobby import LobbyConsumer, WaitingRoomConsumer
from games.consumers.nowhere import NoSuchSocket
from games.consumers.room import at_table
from games.consumers.table import TableConsumer

__all__ = ["LobbyConsumer", "NoSuchSocket", "TableConsumer", "WaitingRoomConsumer", "at_table"]
