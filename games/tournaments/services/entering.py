"""Taking part, and ceasing to."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import is_blocked_between
from accounts.people.services.locking import lock_person
from games.lobby.services.limits import expect_may_be_rated
from games.models import Entrant, Tournament
from games.play.refusals import KeptAway
from games.tournaments.refusals import (
    AccountNeeded,
    EntrantsInvited,
    EntriesClosed,
    NotEntered,
    NotForBots,
    TournamentFull,
    WereDisqualified,
)
from games.tournaments.services.hosting import UNDER_WAY, close_without_result, leave_seat
from games.tournaments.services.locking import announce, lock_tournament
from games.tournaments.services.planning import plan_again, rest_barred, take_up_place

# Whoever is noted to be there is not noted again so soon.
NOTED_FOR: Final = timedelta(seconds=30)


def enter(*, tournament_id: int, user: User) -> Entrant:
    """Take part; who does already goes on doing so. Into a league one comes with its next season."""
    with transaction.atomic():
        user = lock_person(user)
        tournament = lock_tournament(tournament_id)
        entrant = tournament.entrants.filter(user=user).first()
        if entrant is not None and entrant.is_in:
            return entrant
        _expect_may_enter(tournament, user, entrant)
        entrant = entrant or Entrant(tournament=tournament, user=user)
        entrant.status, entrant.is_away, entrant.seen_at = Entrant.Status.ENTERED, False, timezone.now()
        entrant.lot = entrant.lot or (0 if tournament.is_open else tournament.entrants.count() + 1)
        entrant.save()
        announce(tournament)
        return entrant


def leave(*, tournament_id: int, user: User) -> None:
    """Cease to take part: before it begins as if one had never entered, later an AI plays on in one's seat."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        entrant = _own(tournament, user, Entrant.Status.ENTERED, Entrant.Status.INVITED)
        _leave(tournament, entrant)


def come_back(*, tournament_id: int, user: User) -> None:
    """Say that one is there again: the next round pairs one, also where that is paired already but has not begun."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        entrant = _own(tournament, user, Entrant.Status.ENTERED)
        if entrant.is_away:
            expect_may_be_rated(entrant.user, rated=tournament.rated)
            entrant.is_away, entrant.seen_at = False, timezone.now()
            entrant.save(update_fields=["is_away", "seen_at"])
            take_up_place(tournament, entrant)
            plan_again(tournament)
            announce(tournament)


def rest(*, user: User) -> None:
    """Pair anew without them what has not begun, wherever somebody takes part who may not just now."""
    running = user.entries.filter(status=Entrant.Status.ENTERED, tournament__status=Tournament.Status.RUNNING)
    for tournament_id in list(running.values_list("tournament", flat=True)):
        with transaction.atomic():
            tournament = lock_tournament(tournament_id)
            if rest_barred(tournament):
                plan_again(tournament)
                announce(tournament)


def note_presence(*, entrant: Entrant) -> None:
    """Note that somebody looks at the tournament's page: at a live start nobody plays for them."""
    now = timezone.now()
    if entrant.is_in and (entrant.seen_at is None or now - entrant.seen_at > NOTED_FOR):
        Entrant.objects.filter(pk=entrant.pk).update(seen_at=now)


def let_go(*, user: User) -> None:
    """Withdraw whoever leaves the site from everything; what they host and has not begun is called off."""
    under_way = user.entries.filter(tournament__status__in=UNDER_WAY)
    for tournament_id in list(under_way.values_list("tournament", flat=True)):
        with transaction.atomic():
            tournament = lock_tournament(tournament_id)
            entrant = tournament.entrants.filter(user=user).exclude(status=Entrant.Status.WITHDRAWN).first()
            if entrant is not None:
                _leave(tournament, entrant)
    for pk in list(user.hosted_tournaments.filter(status=Tournament.Status.OPEN).values_list("pk", flat=True)):
        with transaction.atomic():
            close_without_result(lock_tournament(pk))


def _leave(tournament: Tournament, entrant: Entrant) -> None:
    """Take somebody out. The caller holds the lock."""
    if tournament.is_open:
        entrant.delete()
    else:
        entrant.status = Entrant.Status.WITHDRAWN
        entrant.save(update_fields=["status"])
        leave_seat(entrant)
        plan_again(tournament)
    announce(tournament)


def _own(tournament: Tournament, user: User, *statuses: str) -> Entrant:
    entrant = tournament.entrants.select_related("user").filter(user=user, status__in=statuses).first()
    if entrant is None:
        raise NotEntered
    return entrant


def _expect_may_enter(tournament: Tournament, user: User, entrant: Entrant | None) -> None:
    """Refuse whoever may not take part, and say why. The caller holds the locks on both."""
    if user.is_bot:
        raise NotForBots
    if user.is_guest or not user.is_confirmed:
        raise AccountNeeded
    if entrant is not None and entrant.status == Entrant.Status.DISQUALIFIED:
        raise WereDisqualified
    if not tournament.is_open and not (tournament.is_league and tournament.is_running):
        raise EntriesClosed
    if tournament.by_invitation and entrant is None and tournament.host_id != user.pk:
        raise EntrantsInvited
    if is_blocked_between(user, tournament.host):
        raise KeptAway
    expect_may_be_rated(user, rated=tournament.rated)
    if tournament.entrants.filter(status=Entrant.Status.ENTERED).count() >= tournament.size:
        raise TournamentFull
