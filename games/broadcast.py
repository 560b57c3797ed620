"""Telling browsers, after commit, that something changed: never what, since no secret travels on the bus."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from config import fail_points
from config.after_commit import after_commit
from config.breaker import redis_breaker
from config.bus import bus
from config.task_queue import enqueue

if TYPE_CHECKING:
    from games.models import ChatLine, Match

LOBBY = "lobby"


def announce_lobby() -> None:
    """Tell everybody in the lobby, once the change is committed, that it changed."""
    after_commit(tell, LOBBY, {"type": "lobby.changed"})


def announce_table(match: "Match") -> None:
    """Tell everybody at a table, once the change is committed, its number and version, and wake an AI that is due."""
    message = {"type": "table.changed", "match": match.pk, "number": match.number, "version": match.version}
    after_commit(tell, table_group(match.pk), message)
    if match.ai_due_at is not None:
        after_commit(wake_ai, match.ai_due_at, match.pk, match.number + 1)


def announce_own(match_id: int, people: Iterable[int]) -> None:
    """Tell the open pages of some people, once it is committed, that a table of theirs is not as it was to them."""
    groups = [own_group(pk) for pk in sorted(set(people))]
    if groups:
        after_commit(tell_each, groups, {"type": "own.changed", "match": match_id})


def announce_noticed(people: Iterable[int]) -> None:
    """Tell the open pages of some people, once it is committed, that something stands under their bell."""
    groups = [own_group(pk) for pk in sorted(set(people))]
    if groups:
        after_commit(tell_each, groups, {"type": "own.noticed"})


def announce_talk(match: "Match", line: "ChatLine") -> None:
    """Tell every open page of a table, once it is committed, which line was said: who may read it, each finds out."""
    message = {"type": "table.talk", "line": line.pk}
    after_commit(tell, talk_group(match.pk), message)


def announce_talk_anew(match_id: int) -> None:
    """Tell every open page of a table, once it is committed, that lines it shows have changed."""
    message = {"type": "table.talk", "line": None, "anew": True}
    after_commit(tell, talk_group(match_id), message)


def announce_looking(match_id: int) -> None:
    """Tell every open page of a table, once it is committed, that somebody came or went."""
    after_commit(tell, talk_group(match_id), {"type": "table.looking"})


def table_group(match_id: int) -> str:
    """Return the group of everybody who looks at a table."""
    return f"table.{match_id}"


def talk_group(match_id: int) -> str:
    """Return the group of those who have the page of a match open, or its waiting room: they hear its talk."""
    return f"talk.{match_id}"


def session_group(key: str) -> str:
    """Return the group of all sockets of a session; the key itself is a secret and stays off the bus."""
    return f"session.{sha256(key.encode()).hexdigest()[:40]}"


def person_group(pk: int) -> str:
    """Return the group of all sockets of a person, in whatever session."""
    return f"person.{pk}"


def own_group(pk: int) -> str:
    """Return the group of the open pages that show a person which of their tables wait for them."""
    return f"own.{pk}"


def announce_end_of(group: str) -> None:
    """Close the sockets of a session that has ended, or of a person whose sessions have."""
    after_commit(tell, group, {"type": "session.ended"})


def wake_ai(at: datetime, match_id: int, number: int) -> None:
    """Have an AI answer that is due by then; the row in the database makes it certain."""
    enqueue("games.tasks.answer_for_ai", match_id, number, eta=at)


def tell(group: str, message: dict[str, Any]) -> None:
    """Send a message to a group; a bus that is away loses it, which browsers survive by asking again."""
    tell_each([group], message)


def tell_each(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send the same to several groups at once: a silent bus is waited for only once."""
    fail_points.reach(fail_points.COMMIT_PUSH)
    lost = f"so a message to {', '.join(groups)} was lost"
    redis_breaker.attempt(lambda: bus.send(*groups, message=message), None, lost=lost)
