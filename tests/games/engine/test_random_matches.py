"""Random matches of both editions with 2 to 5 seats: they end, nothing is lost, and every form of them agrees."""

import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Player,
    Setup,
    State,
    acting,
    apply,
    deal,
    draw_first,
    draw_studios,
    from_json,
    legal_moves,
    load_edition,
    places,
    replay,
    scores,
    start,
    to_json,
    write_record,
)
from games.engine.awards import POINTS
from games.engine.events import EVENT_KINDS
from games.engine.state import PARTY, PLACING
from tests.games.engine.tables import EDITIONS
from tests.lengths import how_many

secrets = st.binary(min_size=32, max_size=32)


def tiles_in_all_places(state: State) -> Counter[int]:
    """Where every tile of the match is: still to come, on offer, in hand, on a screenplay or discarded."""
    places_of_tiles = Counter(state.discarded)
    places_of_tiles.update(tile for space in range(len(state.top)) for tile in state.stack(space))
    places_of_tiles.update(state.hand)
    places_of_tiles.update(state.setup.deal.legends[state.quarter :])
    current = state.edition.lots(state.setup.seats)[state.quarter - 1][state.location]
    places_of_tiles.update(state.setup.deal.bag[current.stop :])
    if state.phase == PARTY or (state.phase == PLACING and state.edition.board[state.location].is_party):
        places_of_tiles.update(state.offered)
    elif acting(state) is not None and state.phase != PLACING:
        places_of_tiles.update(state.lot())
    return places_of_tiles


def assert_nothing_is_lost(state: State) -> None:
    edition, seats = state.edition, state.setup.seats
    assert sum(state.money) + state.pot == edition.money[seats] * seats
    assert min(state.money) >= 0
    assert tiles_in_all_places(state) == Counter(range(len(edition.tiles)))
    held = [number for owned in state.screenplays for number in owned] + list(
        state.setup.deal.screenplays[state.drawn :]
    )
    unused = [n for n, s in enumerate(edition.screenplays) if s.studio and s.studio not in state.setup.studios]
    assert sorted(held + unused) == list(range(22))
    assert sorted(state.markers + [movie.marker for movie in state.movies]) == list(range(30))


@settings(max_examples=how_many(short=60, long=600))
@given(st.data(), st.sampled_from(EDITIONS), st.integers(2, 5), secrets, st.booleans())
def test_a_random_match_ends_conserves_everything_and_replays(data, edition_id, seats, secret, open_money):
    edition = load_edition(edition_id)
    dice = data.draw(st.randoms(use_true_random=False))
    setup = Setup(
        edition, draw_studios(edition, secret, seats), draw_first(secret, seats), deal(edition, secret), open_money
    )
    state = start(setup)
    moves = []
    while (seat := acting(state)) is not None:
        legal = legal_moves(state)
        assert legal
        move = legal[min(int(dice.random() * len(legal)), len(legal) - 1)]
        state, events = apply(state, seat, move)
        moves.append((seat, move))
        assert events
        assert all(event.to_json()["event"] in EVENT_KINDS for event in events)
        assert_nothing_is_lost(state)
    plain = json.loads(json.dumps(to_json(state)))
    assert to_json(from_json(plain)) == plain
    assert len(state.awards) == len({award[:3] for award in state.awards}) <= 11
    assert {award.points == POINTS[award.award] for award in state.awards} <= {True}
    assert 1 in places(state)
    assert sum(scores(state)) >= sum(state.money)
    record = json.loads(json.dumps(write_record(state, [Player("ada", "human")] * seats, moves, secret)))
    again = replay(record)
    assert to_json(again.state) == plain
    assert (again.finished, again.proof, again.moves) == (True, True, len(moves))


@settings(max_examples=how_many(short=25, long=250))
@given(st.data(), st.sampled_from(EDITIONS), st.integers(2, 5), secrets)
def test_a_state_written_at_any_moment_goes_on_like_the_original(data, edition_id, seats, secret):
    edition = load_edition(edition_id)
    dice = data.draw(st.randoms(use_true_random=False))
    state = start(Setup(edition, edition.studios[:seats], 0, deal(edition, secret)))
    stop = dice.randrange(250)
    for _ in range(stop):
        if acting(state) is None:
            break
        state, _ = apply(state, state.turn, dice.choice(legal_moves(state)))
    twin = from_json(json.loads(json.dumps(to_json(state))))
    while (seat := acting(state)) is not None:
        assert legal_moves(twin) == legal_moves(state)
        move = dice.choice(legal_moves(state))
        state, events = apply(state, seat, move)
        twin, same_events = apply(twin, seat, move)
        assert same_events == events
    assert to_json(twin) == to_json(state)
