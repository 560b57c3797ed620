"""The deal: from a secret by a public recipe, with golden vectors that no version may change."""

import hashlib
import hmac
from collections import Counter

import pytest

from games.engine import (
    SPECTATOR,
    commitment,
    deal,
    deal_rest,
    draw_first,
    draw_studios,
    load_edition,
    new_secret,
    proves,
    view,
)
from games.engine.setup import Source, draw, shuffle
from games.engine.state import HIDDEN
from tests.games.engine.tables import EDITIONS, SECRET, new_table


def test_a_secret_has_256_bits_and_is_never_the_same():
    assert len(new_secret()) == 32
    assert len({new_secret() for _ in range(100)}) == 100


def test_the_commitment_is_a_labelled_hash_of_the_secret():
    expected = hashlib.sha256(b"dream-factory-deal/1:" + SECRET).hexdigest()
    assert commitment(SECRET) == expected == "30071173cd5cef8bbbaeecc27365e1eac151fa027adf0ae1813843ef694f0814"


def test_a_draw_follows_the_public_recipe():
    digest = hmac.new(SECRET, b"bag/17/0", hashlib.sha256).digest()
    assert draw(Source(SECRET), "bag/17", 72) == int.from_bytes(digest[:8], "big") % 72


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_a_source_is_hmac_for_secrets_of_any_length(length: int):
    secret = bytes(range(length))
    source = Source(secret)
    for message in (b"", b"bag/17/0", bytes(200)):
        assert source.digest(message) == hmac.digest(secret, message, "sha256")


def test_a_value_in_the_incomplete_last_run_is_drawn_again():
    """With more than half of all values as choices every other attempt fails, so the second one is seen to be used."""
    choices = (1 << 63) + 1
    for number in range(20):
        place = f"place/{number}"
        attempts = [
            int.from_bytes(hmac.digest(SECRET, f"{place}/{attempt}".encode(), "sha256")[:8], "big")
            for attempt in range(64)
        ]
        assert draw(Source(SECRET), place, choices) == next(value for value in attempts if value < choices)


def test_draws_are_even():
    counts = Counter(draw(Source(SECRET), f"even/{number}", 6) for number in range(6_000))
    assert all(850 < count < 1_150 for count in counts.values())
    assert len(counts) == 6


def test_a_shuffle_keeps_every_item_once():
    assert sorted(shuffle(SECRET, "any", range(50))) == list(range(50))
    assert len(shuffle(SECRET, "any", range(50), 3)) == 3


GOLDEN = {
    "dream-factory-2009": {
        "legends": ["ingmar-borealis", "petra-falconer", "steve-spellborg", "orsino-welkin"],
        "bag": ["handshake-2", "rain-machine-1", "signed-contract-1", "the-dentist", "coco-marlowe"],
        "bag_sha256": "222a9079c36896db34551924312fb22ac5cfd782eb021969b1b4702d05d0c972",
        "screenplays": [
            "showdown-at-dry-wells",
            "honeymoon-for-seven",
            "the-tycoons-last-word",
            "the-colossus-of-fog-island",
            "submarine-at-midnight",
            "ashes-and-magnolia",
            "the-little-stag",
        ],
        "studios": (1, 3, 5, 2, 4),
        "first": [1, 1, 1, 0],
    },
    "traumfabrik-2000": {
        "legends": ["cornelius-webb", "magda-von-hagen", "augustus-vale", "ellis-harrow"],
        "bag": ["phone-booth-agency-2", "rain-machine-1", "corner-office-agency-1", "the-film-student", "otto-brandt"],
        "bag_sha256": "bab0f1250db26618118f09464c2976786266b8cd41dd2bdb20d45ba04e3748bf",
        "screenplays": [
            "high-noon",
            "ben-hur",
            "citizen-kane",
            "king-kong",
            "from-here-to-eternity",
            "on-the-waterfront",
            "bambi",
        ],
        "studios": (1, 3, 5, 2, 4),
        "first": [1, 1, 1, 0],
    },
}


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_golden_vectors(edition_id):
    edition = load_edition(edition_id)
    dealt = deal(edition, SECRET)
    golden = GOLDEN[edition_id]
    assert [edition.tiles[number].id for number in dealt.legends] == golden["legends"]
    assert [edition.tiles[number].id for number in dealt.bag[:5]] == golden["bag"]
    ids = ",".join(edition.tiles[number].id for number in dealt.bag)
    assert hashlib.sha256(ids.encode()).hexdigest() == golden["bag_sha256"]
    assert [edition.screenplays[number].id for number in dealt.screenplays] == golden["screenplays"]
    assert draw_studios(edition, SECRET, 5) == golden["studios"]
    assert [draw_first(SECRET, seats) for seats in (2, 3, 4, 5)] == golden["first"]


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_secret_commitment_and_deal_prove_each_other(edition_id):
    edition = load_edition(edition_id)
    dealt, promised = deal(edition, SECRET), commitment(SECRET)
    assert proves(edition, SECRET, promised, dealt)
    assert not proves(edition, bytes(32), promised, dealt)
    assert not proves(edition, SECRET, commitment(bytes(32)), dealt)
    assert not proves(edition, SECRET, promised, dealt._replace(bag=dealt.bag[::-1]))


def test_fewer_seats_meet_the_same_studios():
    edition = load_edition(EDITIONS[0])
    assert draw_studios(edition, SECRET, 3) == draw_studios(edition, SECRET, 5)[:3]


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_what_is_dealt_anew_keeps_what_was_seen_and_every_item_once(edition_id):
    state = new_table(edition=edition_id)
    dealt, seen = state.setup.deal, view(state, SPECTATOR).state.setup.deal
    anew = deal_rest(state.edition, seen, bytes(32))
    for before, shown, after in zip(dealt, seen, anew, strict=True):
        assert sorted(after) == sorted(before)
        assert all(item == kept for item, kept in zip(shown, after, strict=True) if item != HIDDEN)
    assert anew.bag != dealt.bag
    assert anew == deal_rest(state.edition, seen, bytes(32))
    assert anew != deal_rest(state.edition, seen, SECRET)
