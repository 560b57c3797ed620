"""Orders as JSON, to be kept; what comes from a browser is read through forms."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from games.orders.values import LotOrder, Orders, PartyWish, PlaceRule, PlacingWishes, Say, TileWish


def to_json(orders: Orders) -> dict[str, Any]:
    """Return orders in the form in which they are kept: locations are keys, and so they are text."""
    return {
        "quarter": orders.quarter,
        "lots": {str(location): asdict(order) for location, order in orders.lots.items()},
        "parties": {str(location): asdict(wish) for location, wish in orders.parties.items()},
        "cap": orders.cap,
        "placing": asdict(orders.placing),
        "party": asdict(orders.party),
    }


def from_json(kept: Mapping[str, Any]) -> Orders:
    """Return the orders that were kept."""
    return Orders(
        quarter=kept["quarter"],
        lots={int(location): _lot(order) for location, order in kept["lots"].items()},
        parties={int(location): _party(wish) for location, wish in kept["parties"].items()},
        cap=kept["cap"],
        placing=_placing(kept["placing"]),
        party=_party(kept["party"]),
    )


def _lot(kept: Mapping[str, Any]) -> LotOrder:
    said = {"say": Say(kept["say"]), "otherwise": Say(kept["otherwise"]), "places": _rules(kept["places"])}
    return LotOrder(**{**kept, **said})


def _placing(kept: Mapping[str, Any]) -> PlacingWishes:
    return PlacingWishes(_rules(kept["rules"]), tuple(kept["discards"]), kept["as_director"])


def _party(kept: Mapping[str, Any]) -> PartyWish:
    return PartyWish(tuple(TileWish(**wish) for wish in kept["tiles"]), kept["as_director"])


def _rules(kept: list[dict[str, Any]]) -> tuple[PlaceRule, ...]:
    return tuple(PlaceRule(**rule) for rule in kept)
