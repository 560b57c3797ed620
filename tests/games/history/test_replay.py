"""Watching a match again: any moment, from the viewer's right to know."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.engine import State, apply, from_json, move_of, options, places, scores, to_json, undoable
from games.engine.moves import to_entry
from games.engine.state import AUCTION, OVER
from games.history.charts import charts_of
from games.history.replay import replay_of_match
from games.history.timeline import CannotReplay, Timeline, lot_of, quarter_of, timeline_of_match
from games.models import Match, PlayedMove
from games.play.services.moves import play_move, undo
from games.render_cache import part_cache, table_cache
from tests.games.conftest import People, Tables
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin, finish
from tests.games.table.test_same_bytes import mask

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def play_on(match: Match, moves: int) -> State:
    """Some moves by chance, not to the end."""
    state, dice, rows = match.read_state(), Random(7), list[PlayedMove]()
    while len(rows) < moves:
        answers = options(state)
        # A bid now and then, so that it lasts.
        code = answers[dice.random() < 0.3 and len(answers) > 1] if state.phase == AUCTION else dice.choice(answers)
        seat, move = state.turn, move_of(state.edition, state.phase, code)
        state, events = apply(state, seat, move)
        told = [event.to_json() for event in events]
        rows.append(PlayedMove(match=match, number=len(rows) + 1, seat=seat, entry=to_entry(seat, move), events=told))
    PlayedMove.objects.bulk_create(rows)
    match.write_state(state)
    match.number = moves
    match.save()
    return state


@pytest.fixture
def running(people: People, table: Tables) -> Match:
    match = begin(people, table, "grace", "hedy")
    play_on(match, 100)
    return match


@pytest.fixture
def finished(people: People, table: Tables) -> Match:
    return finish(begin(people, table, "grace", "hedy", title="Late show"))


def client_of(people: People, name: str) -> Client:
    client = Client()
    if name:
        client.force_login(people(name))
    return client


def get(match: Match, number: int | str, client: Client | None = None, **more: Any) -> Any:
    return (client or Client()).get(f"/tables/{match.pk}/replay/{number}/", **more)


def test_every_moment_of_a_match_is_a_page(finished: Match) -> None:
    for number in (0, 1, finished.number // 2, finished.number - 1, finished.number):
        html = get(finished, number).content.decode()
        assert (f"Move {number} of {finished.number}" if number else "The deal") in html
        for part in ("track", "bidding", "lot", "board", "controls", "past", "studio", "ending"):
            assert f'id="{part}"' in html
    assert get(finished, finished.number + 1).status_code == 404


def test_the_slider_leads_to_a_path(finished: Match) -> None:
    base = f"/tables/{finished.pk}/replay/"
    for asked, number in (("", 0), ("?number=17", 17), ("?number=99999", finished.number), ("?number=x", 0)):
        assert Client().get(base + asked).headers["Location"] == f"{base}{number}/"


def test_a_scripted_browser_gets_parts_and_keeps_them(finished: Match) -> None:
    first = get(finished, 40, headers=HTMX)
    assert b"<html" not in first.content
    assert "HX-Request" in first.headers["Vary"]
    assert "private" in first.headers["Cache-Control"]
    assert "no-store" not in first.headers["Cache-Control"]
    again = get(finished, 40, headers={**HTMX, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert get(finished, 41, headers=HTMX).headers["ETag"] != first.headers["ETag"]


def test_steps_lead_to_moves_lots_and_quarters(finished: Match) -> None:
    timeline = timeline_of_match(finished)
    lots = [step.number for step in timeline.beginnings()]
    assert len(lots) == 32
    assert timeline.steps[0].quarter == 1
    here = lots[9] + 1
    assert timeline.next(here) == here + 1
    assert timeline.next(here, lot_of) == lots[10]
    assert timeline.previous(here, lot_of) == lots[9]
    assert timeline.previous(lots[9], lot_of) == lots[8]
    assert timeline.next(here, quarter_of) == lots[16]
    assert timeline.previous(here, quarter_of) == lots[8]
    assert timeline.previous(0) is None
    assert timeline.next(timeline.last) is None


def test_the_last_moment_is_the_stored_state(finished: Match) -> None:
    timeline = timeline_of_match(finished)
    assert to_json(timeline.states[-1]) == finished.state
    assert timeline.is_over


def test_what_was_taken_back_is_marked_and_stepped_over(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    while undoable(match.read_state()) is None:
        state = match.read_state()
        answers = options(state)
        move = move_of(state.edition, state.phase, answers[min(1, len(answers) - 1)])
        play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1)
        match.refresh_from_db()
    placed = match.number
    undo(match_id=match.pk, seat=undoable(match.read_state()).seat, number=placed + 1)
    match.refresh_from_db()
    timeline = timeline_of_match(match)
    assert [step.stands for step in timeline.steps[-3:]] == [True, False, False]
    assert timeline.next(placed - 1) is None
    assert to_json(timeline.states[placed + 1]) == to_json(timeline.states[placed - 1]) == match.state
    seat = client_of(people, "ada")
    assert "taken back later" in get(match, placed, seat).content.decode()
    assert "taken back later" not in get(match, placed - 1, seat).content.decode()


@pytest.mark.parametrize("viewer", ["ada", "grace", "stranger", ""])
def test_a_match_in_play_replays_the_viewer_s_own_past_byte_for_byte(
    running: Match, people: People, viewer: str
) -> None:
    """Two deals that differ in what is hidden now: every earlier moment looks the same."""
    seat = running.seats.filter(user__username=viewer).values_list("number", flat=True).first()
    client, state, dice = client_of(people, viewer), running.read_state(), Random(viewer)
    twin = with_other_secrets(state, seat, dice)
    pages: list[list[Any]] = []
    for dealt in (state, twin):
        table_cache.clear()
        part_cache.clear()
        running.write_state(dealt)
        running.save()
        pages.append([])
        for number, headers in ((60, {}), (0, HTMX), (17, HTMX), (99, HTMX), (100, HTMX)):
            answer = get(running, number, client, headers=headers)
            assert answer.status_code == 200
            seen = {name: answer.headers.get(name) for name in ("ETag", "Vary", "Cache-Control", "Content-Length")}
            pages[-1].append((mask(answer.content.decode()), seen if headers else None))
    assert to_json(state) != to_json(twin)
    assert pages[0] == pages[1]


def test_the_past_of_a_match_in_play_hides_what_was_hidden_then(running: Match, people: People) -> None:
    """Not even what has come to light since: the canaries are tiles of later lots."""
    state = running.read_state()
    first = get(running, 0, client_of(people, "ada"), headers=HTMX).content.decode()
    lots = state.edition.lots(3)
    later = state.setup.deal.bag[lots[0][-1].stop :]
    assert state.quarter > 1
    names = [state.edition.tiles[tile].name["en"] for tile in later]
    common = {state.edition.tiles[tile].name["en"] for tile in state.setup.deal.bag[: lots[0][-1].stop]}
    assert [name for name in names if name not in common and f'">{name}<' in first] == []
    assert "secret" in first  # the purses of the others


def test_a_match_that_is_over_shows_all_of_its_past(finished: Match, people: People) -> None:
    html = get(finished, 20, client_of(people, "ada"), headers=HTMX).content.decode()
    assert "money--secret" not in html
    assert "Your studio" in html
    assert "Your studio" not in get(finished, 20, headers=HTMX).content.decode()


def test_nobody_is_asked_anything_in_the_past(running: Match, people: People) -> None:
    for number in range(0, 100, 24):
        html = get(running, number, client_of(people, "ada"), headers=HTMX).content.decode()
        assert 'form="move-form"' not in html
        assert "?pick=" not in html


@pytest.mark.parametrize(("who", "status"), [("ada", 200), ("stranger", 404), ("", 404)])
@pytest.mark.parametrize("said", [{"visibility": "invited"}, {"visibility": "unlisted"}, {"spectators_allowed": False}])
def test_who_may_not_see_the_table_sees_no_replay(
    finished: Match, people: People, said: dict[str, Any], who: str, status: int
) -> None:
    Match.objects.filter(pk=finished.pk).update(**said)
    client = client_of(people, who)
    for path in ("replay/5/", "replay/", "card.png"):
        answer = client.get(f"/tables/{finished.pk}/{path}")
        assert (404 if answer.status_code == 404 else 200) == status


def test_a_link_s_token_goes_along(finished: Match) -> None:
    Match.objects.filter(pk=finished.pk).update(visibility=Match.Visibility.UNLISTED)
    html = Client().get(f"/tables/{finished.pk}/replay/5/?token={finished.invite_token}").content.decode()
    assert f"/tables/{finished.pk}/replay/6/?token={finished.invite_token}" in html
    assert "og:title" not in html


def test_a_table_that_has_not_begun_has_no_replay(table: Tables, people: People) -> None:
    match = table()
    assert client_of(people, "ada").get(f"/tables/{match.pk}/replay/").status_code == 404


@pytest.mark.parametrize("entry", [[0, "bid", 99], [], {}])
def test_a_match_whose_moves_do_not_follow_says_so(finished: Match, entry: Any) -> None:
    PlayedMove.objects.filter(match=finished, number=3).update(entry=entry)
    with pytest.raises(CannotReplay):
        timeline_of_match(finished)
    answer = Client().get(f"/tables/{finished.pk}/replay/5/", follow=True)
    assert answer.redirect_chain == [(f"/tables/{finished.pk}/", 302)]
    assert "cannot be replayed" in answer.content.decode()


def test_charts_end_with_the_result(finished: Match, rf: Any, people: People) -> None:
    request = rf.get("/")
    request.user = people("ada")
    charts = charts_of(replay_of_match(request, finished))
    assert charts is not None
    state = finished.read_state()
    assert [curve.values[-1] for curve in charts.points.curves] == scores(state)
    assert [curve.values[-1] for curve in charts.money.curves] == state.money
    assert {len(curve.values) for curve in charts.points.curves} == {33}
    assert len(charts.points.quarters) == 3
    told = [event for move in finished.moves.all() for event in move.events if event["event"] == "lot_won"]
    assert [(sale.buyer.number, sale.price) for sale in charts.prices] == [(e["seat"], e["price"]) for e in told]
    html = get(finished, 3).content.decode()
    assert html.count("<polyline") == 6


def test_charts_of_a_match_in_play_would_tell_purses(running: Match, rf: Any, people: People) -> None:
    request = rf.get("/")
    request.user = people("ada")
    assert charts_of(replay_of_match(request, running)) is None
    assert "<polyline" not in get(running, 3, client_of(people, "ada")).content.decode()


def test_the_share_card_is_a_picture_of_the_right_size_and_is_drawn_once(finished: Match) -> None:
    answer = Client().get(f"/tables/{finished.pk}/card.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(answer.content[16:20], "big"), int.from_bytes(answer.content[20:24], "big")) == (1200, 630)
    again = Client().get(f"/tables/{finished.pk}/card.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_other_sites_learn_who_won(finished: Match, running: Match) -> None:
    html = Client().get(f"/tables/{finished.pk}/").content.decode()
    assert '<meta property="og:title" content="Late show">' in html
    assert re.search(rf'og:image" content="http\S+/tables/{finished.pk}/card.png"', html)
    best = finished.seats.order_by("place", "number").first()
    assert best is not None
    assert f'og:description" content="1. {best.user} {best.score}' in html
    assert "og:image" not in Client().get(f"/tables/{running.pk}/").content.decode()
    assert Client().get(f"/tables/{running.pk}/card.png").status_code == 404


def test_results_stand_at_the_seats(finished: Match) -> None:
    state = from_json(finished.state)
    assert state.phase == OVER
    assert list(finished.seats.order_by("number").values_list("score", "place")) == list(
        zip(scores(state), places(state), strict=True)
    )


def test_an_empty_course_is_the_deal(people: People, table: Tables) -> None:
    timeline: Timeline = timeline_of_match(begin(people, table, "grace"))
    assert (timeline.last, timeline.is_over, len(timeline.beginnings())) == (0, False, 1)
