"""What games does on signals: the sweep, and people who come, go or take out their data."""

from collections.abc import Sequence
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.people.panels import Panel
from accounts.signals import (
    account_leaving,
    collect_personal_data,
    collect_profile_panels,
    guest_joined,
    holidays_changed,
)
from config.after_commit import after_commit
from config.metrics import moves_by_ai, moves_by_people
from config.signals import sweeping
from config.task_queue import enqueue
from games.analysis.services import forget_requests, is_anything_due
from games.broadcast import announce_end_of, person_group, session_group
from games.feeds.services import forget_address
from games.groups.services import leave_all
from games.guide.services import hand_guide_over
from games.history.services import forget_records
from games.labels import seat_lost_words
from games.lobby.seek.services import call_off_unready, expire_seeks, hand_seeks_over, pair_up
from games.lobby.services.account_changes import SHOWN, hand_over, let_go, show_new_name
from games.lobby.services.dissolving import dissolve_stale
from games.lobby.suggesting import ending_suggestion
from games.models import Match, PlayedMove
from games.operations.ledger import keep_ledger
from games.operations.sampling import take_sample
from games.play.services.agreements import end_forsaken_pauses
from games.play.services.ai_turns import run_due_turns
from games.play.services.deadlines import pass_deadlines
from games.play.services.holidays import follow_holidays
from games.play.services.maintenance import hold_stragglers
from games.play.services.offers import offer_seats
from games.playing_on.selectors import ending_panel as what_if_panel
from games.problems import selectors as problems
from games.problems.services import adopt_answers, forget_answers, prepare_days
from games.problems.visitors import forget_visitor
from games.signals import collect_ending_panels, entries_played
from games.table.orders.saved import ending_saved, profile_saved
from games.takeout import belongings_of
from games.talk.presence import sweep_absent
from games.talk.services import forget_notes, forget_talk, hand_notes_over
from games.thanks.selectors import ending_panel, profile_panel


@receiver(collect_ending_panels)
def show_what_orders_saved(match: Match, **kwargs: Any) -> Panel | None:
    """Return what orders saved in a slow match."""
    return ending_saved(match)


@receiver(collect_profile_panels)
def show_what_their_orders_saved(person: User, **kwargs: Any) -> Panel | None:
    """Return what somebody's orders saved."""
    return profile_saved(person)


@receiver(collect_ending_panels)
def offer_thanks(match: Match, **kwargs: Any) -> Panel | None:
    """Return the way to say thanks."""
    return ending_panel(match)


@receiver(collect_ending_panels)
def compare_with_the_original(match: Match, **kwargs: Any) -> Panel | None:
    """Return then and now, of a match that went on from another."""
    return what_if_panel(match)


@receiver(collect_ending_panels)
def suggest_the_next_level(match: Match, **kwargs: Any) -> Panel | None:
    """Return the level of AIs that suits whoever was alone with them next."""
    return ending_suggestion(match)


@receiver(collect_profile_panels)
def show_thanks(person: User, **kwargs: Any) -> Panel | None:
    """Return how often somebody was thanked."""
    return profile_panel(person)


@receiver(collect_profile_panels)
def show_their_problems(person: User, **kwargs: Any) -> Panel | None:
    """Return how somebody does with the problems of the day."""
    return problems.profile_panel(person)


@receiver(user_logged_in)
def keep_the_strangers_answers(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Whoever answered problems before they logged in has answered them."""
    visitor = forget_visitor(request)
    if visitor:
        adopt_answers(answers=problems.Answerer(None, visitor).answers(), user=user)


@receiver(sweeping)
def clear_stale_tables(**kwargs: Any) -> None:
    """Dissolve tables that nobody starts: nobody waits there for ever."""
    dissolve_stale()


@receiver(sweeping)
def bring_people_together(**kwargs: Any) -> None:
    """Pair up who looks for a table, though a page that would have done so was closed; nobody looks for ever."""
    expire_seeks()
    call_off_unready()
    pair_up()


@receiver(sweeping)
def pass_overdue_turns(**kwargs: Any) -> None:
    """Stand in for whoever let a deadline pass; our own downtime and maintenance count for nobody."""
    hold_stragglers()
    end_forsaken_pauses()
    pass_deadlines()


@receiver(sweeping)
def answer_for_waiting_ais(**kwargs: Any) -> None:
    """Answer also for AIs whose task was lost."""
    run_due_turns()


@receiver(sweeping)
def go_on_with_analyses(**kwargs: Any) -> None:
    """Have what was asked for analysed though its task was lost or its process killed."""
    if is_anything_due():
        enqueue("games.tasks.analyse_matches")


@receiver(sweeping)
def have_a_problem_for_the_day(**kwargs: Any) -> None:
    """See to today's problem, and have tomorrow's looked for."""
    if prepare_days():
        enqueue("games.tasks.find_problems")


@receiver(sweeping)
def forget_closed_pages(**kwargs: Any) -> None:
    """Nobody is shown as looking on from a page whose server died."""
    sweep_absent()


@receiver(sweeping)
def offer_empty_seats(**kwargs: Any) -> None:
    """Have seats whose people stay away taken over by others."""
    offer_seats()


@receiver(sweeping)
def write_down_how_we_do(**kwargs: Any) -> None:
    """Keep a day of figures for the operator's page, a minute at a time; and how far the matches have come."""
    take_sample()
    keep_ledger()


@receiver(entries_played)
def count_entries(moves: Sequence[PlayedMove], **kwargs: Any) -> None:
    """Count what was stored."""
    for entry in moves:
        (moves_by_ai if entry.by_ai else moves_by_people).inc()


@receiver(holidays_changed)
def stop_their_clocks(user: User, before: list[Any], **kwargs: Any) -> None:
    """Put off, or take back, what runs out for somebody on holiday."""
    follow_holidays(user=user, before=before)


@receiver(post_delete, sender=Session)
def close_its_sockets(instance: Session, **kwargs: Any) -> None:
    """Close a session's sockets however it ends: whoever sat behind it sees and does no more."""
    announce_end_of(session_group(instance.session_key))


@receiver(post_save, sender=User)
def forget_the_old_name(instance: User, created: bool, update_fields: frozenset[str] | None, **kwargs: Any) -> None:
    """Whoever takes another name, registers or leaves is called so at every table, finished ones too."""
    if not created and (update_fields is None or not SHOWN.isdisjoint(update_fields)):
        after_commit(show_new_name, user=instance)


@receiver(post_save, sender=User)
def close_sockets_of_the_banned(instance: User, **kwargs: Any) -> None:
    """Close the sockets of whoever is banned, though their session is still stored."""
    if not instance.is_active:
        announce_end_of(person_group(instance.pk))


@receiver([password_changed, password_reset, password_set])
def close_sockets_of_the_old_password(user: User, **kwargs: Any) -> None:
    """End what was opened with the old password; pages whose session goes on come back by themselves."""
    announce_end_of(person_group(user.pk))


@receiver(guest_joined)
def keep_the_guests_matches(guest: User, user: User, **kwargs: Any) -> list[str]:
    """Whoever tried it without their account keeps what they played, and wrote down; and hears what they cannot."""
    lost = hand_over(guest=guest, user=user)
    hand_notes_over(guest=guest, user=user)
    hand_guide_over(guest=guest, user=user)
    hand_seeks_over(guest=guest, user=user)
    adopt_answers(answers=problems.Answerer(guest).answers(), user=user)
    return [seat_lost_words(seat.match, why=str(seat.why), is_free=seat.is_free) for seat in lost]


@receiver(account_leaving)
def free_their_seats(user: User, **kwargs: Any) -> None:
    """Nobody waits for somebody who left, and nobody reads on what they said."""
    let_go(user=user)
    forget_talk(user=user)
    forget_notes(user=user)
    forget_records(user=user)
    forget_address(user=user)
    leave_all(user=user)
    forget_answers(user=user)
    forget_requests(user=user)


@receiver(collect_personal_data)
def give_their_matches(user: User, **kwargs: Any) -> dict[str, Any]:
    """Return one's tables, seats, moves, invitations, words and notes."""
    return belongings_of(user)
