"""Bugs that somebody could write, to plant on purpose: a day that does not see one of them is blind there."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from accounts.mail import services as post
from games import broadcast
from games.engine import View, view
from games.models import Match, OrderSheet, PlayedMove
from games.play.selectors import orders as order_selectors
from games.play.services import ai_turns, brains, clocks, deadlines, moves
from games.table import hub
from tests.day import site, watch

Plant = Callable[[], AbstractContextManager[object]]
PLANTS: dict[str, tuple[Plant, str]] = {}


def plant(words: str, *, seen: str) -> Callable[[Plant], Plant]:
    """Enter a bug by what it does wrong, and by what must be said of it: anything else may be the plant's own fault."""

    def enter(planted: Plant) -> Plant:
        PLANTS[words] = planted, seen
        return planted

    return enter


@plant("no number check", seen="sent as entry .*, played as")
def no_number_check() -> Any:
    def expect_running(match: Match, number: int) -> None:
        if match.status != Match.Status.RUNNING:
            raise moves.TableMoved

    return patch.object(moves, "expect_running", expect_running)


@plant("push before commit", seen="a message left before the commit")
def push_before_commit() -> Any:
    return patch.object(broadcast, "after_commit", lambda act, *args, **kwargs: act(*args, **kwargs))


@plant("claim without condition", seen="two think about entry")
def claim_without_condition() -> Any:
    from datetime import timedelta

    from django.conf import settings
    from django.utils import timezone

    def take_next(*, is_quick: bool) -> Any:
        for turn in ai_turns.due_turns(is_quick=is_quick, at_most=1):
            later = timezone.now() + timedelta(seconds=settings.THINKING_SECONDS)
            Match.objects.filter(pk=turn.match_id).update(ai_due_at=later)
            return turn
        return None

    return patch.object(ai_turns, "_take_next", take_next)


@plant("deadline not shifted after downtime", seen="seat . had .* of")
def deadline_not_shifted() -> Any:
    return patch.object(deadlines, "forgive_downtime", lambda: None)


@plant("view of the wrong seat for a brain", seen="a brain for seat . sees what seat . sees")
def view_of_the_wrong_seat() -> Any:
    def view_of_a_neighbour(state: Any, seat: int) -> View:
        return view(state, (seat + 1) % state.setup.seats)

    return patch.object(brains, "view", view_of_a_neighbour)


@plant("page of the wrong seat", seen="is offered another one's answers")
def page_of_the_wrong_seat() -> Any:
    right = watch.seat_number_of
    return patch.object(watch, "seat_number_of", lambda match, user: (right(match, user) + 1) % match.size)


@plant("the same key plays twice", seen="was refused and is stored")
@contextmanager
def same_key_plays_twice() -> Iterator[None]:
    play, fresh = moves.play_moves, count()

    def play_again(*, match_id: int, number: int, key: str = "", **said: Any) -> Any:
        latest = Match.objects.values_list("number", flat=True).get(pk=match_id)
        again = bool(key) and PlayedMove.objects.filter(match=match_id, key__startswith=key).exists()
        number, key = (latest + 1, f"{key}{next(fresh)}") if again else (number, key)
        return play(match_id=match_id, number=number, key=key, **said)

    with patch.object(site, "play_moves", play_again):
        yield


@plant("a retry is not known by its key", seen="was refused and is stored")
def retry_is_not_known() -> Any:
    return patch.object(moves, "was_played", lambda *asked: False)


@plant("forced answer for the wrong seat", seen="is told of seat ., and is a move of seat")
@contextmanager
def forced_for_the_wrong_seat() -> Iterator[None]:
    enter = moves._enter

    def enter_for_a_neighbour(match: Match, seat: int, *rest: Any, **said: Any) -> PlayedMove:
        return enter(match, (seat + 1) % match.size if said.get("forced") else seat, *rest, **said)

    with patch.object(moves, "_enter", enter_for_a_neighbour):
        yield


@plant("undo loses money", seen="the moves do not lead to the stored state")
@contextmanager
def undo_loses_money() -> Iterator[None]:
    state_after = moves.state_after

    def state_with_less(match: Match, *, undone: int) -> Any:
        state = state_after(match, undone=undone).copy()
        richest = max(range(len(state.money)), key=state.money.__getitem__)
        state.money[richest] -= 1
        return state

    with patch.object(moves, "state_after", state_with_less):
        yield


@plant("mail twice", seen="was mailed . times")
def mail_twice() -> Any:
    """A letter is not marked as sent."""
    return patch.object(post, "_update", lambda letter, **values: None)


@plant("order of another seat used", seen="played by an order and gave none")
@contextmanager
def order_of_another_seat() -> Iterator[None]:
    sheet_of = order_selectors.sheet_of

    def sheet_of_anybody(match_id: int, seat: int) -> OrderSheet:
        return OrderSheet.objects.filter(match=match_id).order_by("seat").first() or sheet_of(match_id, seat)

    with patch.object(order_selectors, "sheet_of", sheet_of_anybody):
        yield


@plant("the sweep forgets AIs whose task was lost", seen="what is due waits since")
@contextmanager
def sweep_forgets_ais() -> Iterator[None]:
    """Neither a sweep nor a task answers anything but the turn that the task was sent for, at live tables."""
    with (
        patch("games.listeners.run_due_turns", lambda: None),
        patch.object(ai_turns, "run_next_turn", lambda: None),
    ):
        yield


@plant("a table that is told of with its secrets", seen="a message holds more than a number")
@contextmanager
def secrets_on_the_bus() -> Iterator[None]:
    tell = broadcast.tell

    def tell_all(group: str, message: dict[str, Any]) -> None:
        tell(group, {**message, "state": "…"})

    with patch.object(broadcast, "tell", tell_all):
        yield


@plant("nobody is due after a move", seen="an AI is asked on seat ., and is never due")
@contextmanager
def nobody_is_due() -> Iterator[None]:
    """An AI is asked, and its turn is never due."""
    with patch.object(clocks, "_answered_at", lambda *asked: None):
        yield


@plant("nobody looks for what the bus lost", seen="a page shows .*, and .* is stored")
def lost_for_good() -> Any:
    return patch.object(hub, "check", lambda *asked: {})


@plant("a hub believes the older of two numbers", seen="a page shows .*, and .* is stored")
def older_is_believed() -> Any:
    def hear(self: hub.Hub, told: hub.TableVersion) -> None:
        self.told = told if self.told is None else min(told, self.told)
        self._catch_up()

    return patch.object(hub.Hub, "hear", hear)
