"""Looking for a live table: a row that waits, and people who are brought together once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block, Letter, Sanction, User
from games.lobby.seek import services
from games.lobby.seek.selectors import seek_of, usual_wait
from games.lobby.seek.services import call_off_unready, expire_seeks, pair_up, start_seek, stop_seek
from games.lobby.services.seating import leave_table
from games.lobby.services.starting import set_ready
from games.models import Match, Seek
from games.play import refusals
from games.play.services.notices import FOUND
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db
Status = Seek.Status


def look(user: User, *sizes: int, **said: Any) -> Seek:
    return start_seek(user=user, sizes=list(sizes or (2,)), **{"decision_seconds": 90, **said})


def impose_on(user: User, kind: str) -> None:
    """As if by a moderator just now."""
    ends_at = timezone.now() + timedelta(days=1)
    Sanction.objects.create(user=user, kind=kind, reason="r", message="m", ends_at=ends_at, made_by=user)
    User.objects.filter(pk=user.pk).update(under_sanction=True)


def stage(*seeks: Seek) -> list[str]:
    for seek in seeks:
        seek.refresh_from_db()
    return [seek.status for seek in seeks]


def late(seek: Seek) -> None:
    """As if everybody had been asked long ago."""
    Seek.objects.filter(match=seek.match).update(paired_at=timezone.now() - timedelta(hours=1))


def test_the_second_who_looks_finds_the_first(people: People) -> None:
    first, second = look(people("ada")), look(people("grace"))
    assert stage(first, second) == [Status.PAIRED, Status.PAIRED]
    match = second.match
    assert match is not None
    assert first.match == match
    assert (match.pace, match.size, match.decision_seconds, match.rated) == (Match.Pace.LIVE, 2, 90, False)
    assert [str(seat.user) for seat in match.seats.order_by("number")] == ["ada", "grace"]
    assert match.status == Match.Status.OPEN  # it asks whether they are there


def test_everybody_is_told_and_says_that_they_are_there(people: People) -> None:
    _, seek = look(people("ada")), look(people("grace"))
    assert set(Letter.objects.filter(kind=FOUND).values_list("user__username", flat=True)) == {"ada", "grace"}
    assert seek.match is not None
    for name in ("ada", "grace"):
        set_ready(match_id=seek.match.pk, user=people(name))
    seek.match.refresh_from_db()
    assert seek.match.status == Match.Status.RUNNING


def test_looking_anew_replaces_what_one_looked_for(people: People) -> None:
    old, new = look(people("ada"), 3), look(people("ada"), 4)
    assert stage(old, new) == [Status.STOPPED, Status.WAITING]
    assert seek_of(people("ada")) == new


def test_who_stops_is_not_found(people: People) -> None:
    first = look(people("ada"))
    stop_seek(user=people("ada"))
    second = look(people("grace"))
    assert stage(first, second) == [Status.STOPPED, Status.WAITING]


def test_nobody_looks_for_ever(people: People) -> None:
    first = look(people("ada"))
    Seek.objects.update(expires_at=timezone.now())
    assert expire_seeks() == 1
    assert seek_of(people("ada")) is None
    assert stage(first, look(people("grace"))) == [Status.EXPIRED, Status.WAITING]


def test_people_kept_apart_are_not_brought_together(people: People) -> None:
    Block.objects.create(blocker=people("grace"), blocked=people("ada"))
    first, second, third = look(people("ada")), look(people("grace")), look(people("hedy"))
    assert stage(first, second, third) == [Status.PAIRED, Status.WAITING, Status.PAIRED]


def test_who_is_suspended_neither_begins_to_look_nor_is_found(people: People) -> None:
    first = look(people("ada"))
    impose_on(people("ada"), Sanction.Kind.SUSPENSION)
    second = look(people("grace"))
    assert stage(second) == [Status.WAITING]
    assert stage(first)[0] != Status.PAIRED
    with pytest.raises(refusals.KeptAway):
        look(people("ada"))


def test_who_was_barred_from_rated_play_meanwhile_keeps_nobody_waiting(people: People) -> None:
    first = look(people("ada"), rated=True)
    impose_on(people("ada"), Sanction.Kind.UNRATED)
    second, third = look(people("grace"), rated=True), look(people("hedy"), rated=True)
    assert stage(first, second, third) == [Status.REFUSED, Status.PAIRED, Status.PAIRED]


def test_guests_look_for_casual_tables_only(people: People, guest: User) -> None:
    with pytest.raises(refusals.GuestsPlayUnrated):
        look(guest, rated=True)
    assert stage(look(guest), look(people("ada"))) == [Status.PAIRED, Status.PAIRED]


def test_who_plays_live_elsewhere_is_not_called_away(people: People, table: Tables) -> None:
    first = look(people("ada"))
    match = begin(people, table, "hedy", pace=Match.Pace.LIVE, decision_seconds=90, ready_check=False)
    second = look(people("grace"))
    assert stage(first, second) == [Status.WAITING, Status.WAITING]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    sweep()
    assert stage(first, second) == [Status.PAIRED, Status.PAIRED]


def test_whoever_comes_looks_on_when_another_does_not(people: People) -> None:
    first, second = look(people("ada")), look(people("grace"))
    assert second.match
    set_ready(match_id=second.match.pk, user=people("ada"))
    assert call_off_unready() == 0  # there is time
    late(second)
    assert call_off_unready() == 1
    assert stage(first, second) == [Status.WAITING, Status.MISSED]
    assert Match.objects.get().status == Match.Status.DISSOLVED
    third = look(people("hedy"))
    assert stage(first, third) == [Status.PAIRED, Status.PAIRED]


def test_where_somebody_gets_up_again_the_others_look_on(people: People) -> None:
    first, second, third = (look(people(name), 3) for name in ("ada", "grace", "hedy"))
    assert third.match is not None
    leave_table(match_id=third.match.pk, user=people("grace"))
    late(third)
    call_off_unready()
    assert stage(first, second, third) == [Status.WAITING, Status.MISSED, Status.WAITING]


def test_a_match_that_has_begun_is_not_called_off(people: People) -> None:
    _, seek = look(people("ada")), look(people("grace"))
    assert seek.match is not None
    for name in ("ada", "grace"):
        set_ready(match_id=seek.match.pk, user=people(name))
    late(seek)
    assert call_off_unready() == 0


def test_the_sweep_pairs_though_the_page_that_would_have_was_closed(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(services, "pair_up", list)
        first, second = look(people("ada")), look(people("grace"))
        assert stage(first, second) == [Status.WAITING, Status.WAITING]
    sweep()
    assert stage(first, second) == [Status.PAIRED, Status.PAIRED]


def test_a_guest_who_logs_in_looks_on(people: People, guest: User) -> None:
    seek = look(guest)
    services.hand_seeks_over(guest=guest, user=people("ada"))
    assert seek_of(people("ada")) == seek


def test_how_long_it_usually_takes_is_told_once_it_is_known(people: People) -> None:
    assert usual_wait() is None
    now = timezone.now()
    for number, minutes in enumerate((1, 2, 4, 8, 60)):
        Seek.objects.create(
            user=people(f"person-{number}"),
            sizes=[2],
            decision_seconds=90,
            status=Status.PAIRED,
            created_at=now,
            paired_at=now + timedelta(minutes=minutes),
            expires_at=now,
        )
    assert usual_wait() == timedelta(minutes=4)


def test_nobody_is_paired_twice_in_a_row(people: People) -> None:
    seeks = [look(people(f"person-{number}"), 2, 3) for number in range(6)]
    assert set(stage(*seeks)) == {Status.PAIRED}
    assert pair_up() == []
