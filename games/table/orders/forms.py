"""What a browser sends as orders: read with suspicion, and compared with what is ordered already."""

import hashlib
from collections.abc import Iterator

from django.http import QueryDict
from django.utils.http import urlencode

from games.engine import State
from games.orders.values import Changes, LotOrder, Orders, PartyWish, PlaceRule, PlacingWishes, Say, TileWish
from games.play.refusals import UnknownChoice
from games.table.orders.sheet import OVER

# No number, and nowhere a possible answer: the checks refuse it with the words for that.
NONE = -1
# Fields that differ from page to page though they say the same.
NOT_SAID = ("csrfmiddlewaretoken", "seen")


def read_sheet_number(sent: QueryDict) -> int:
    """Read which edit of the sheet the page showed."""
    return _whole(sent.get("sheet", ""))


def read_place(sent: QueryDict) -> tuple[int, int]:
    """Read which quarter and location the answer of a bar is about."""
    return _whole(sent.get("quarter", "")), _whole(sent.get("location", ""))


def key_of(sent: QueryDict) -> str:
    """Make the same key for the same words about the same sheet, so that a retry is not a second edit."""
    said = sorted((name, values) for name, values in sent.lists() if name not in NOT_SAID)
    return hashlib.sha256(urlencode(said, doseq=True).encode()).hexdigest()[:32]


def read_bar(sent: QueryDict) -> Changes:
    """Read an answer given ahead: up to a limit, a pass for the lot, or being asked again."""
    quarter, location = read_place(sent)
    if "limit_now" in sent:
        order = LotOrder(Say.LIMIT, _whole(sent.get("up_to", "")))
    else:
        order = LotOrder(Say.PASS) if "pass_ahead" in sent else LotOrder()
    return Changes(quarter, lots={location: order})


def read_changes(sent: QueryDict, orders: Orders, state: State) -> Changes:
    """Read a whole sheet, and keep what says something else than is ordered now."""
    quarter, board = _whole(sent.get("quarter", "")), range(len(state.edition.board))
    said = [location for location in board if f"say-{location}" in sent]
    parties = [location for location in said if state.edition.board[location].is_party]
    lots = {location: _read_lot(sent, location) for location in said if location not in parties}
    cap = _whole(sent.get("cap", "")) if "capped" in sent else None
    placing, party = _read_placing(sent), _read_party(sent, "all", orders.party)
    return Changes(
        quarter=quarter,
        lots={location: order for location, order in lots.items() if order != _known(orders.lot(quarter, location))},
        parties=_changed_parties(sent, parties, orders),
        changes_cap="say-all" in sent and cap != orders.cap,
        cap=cap,
        placing=placing if "say-all" in sent and placing != orders.placing else None,
        party=party if "say-all" in sent and party != orders.party else None,
    )


def is_empty(changes: Changes) -> bool:
    """Tell whether an edit would change nothing."""
    says_wishes = changes.placing is not None or changes.party is not None
    return not (changes.lots or changes.parties or changes.changes_cap or says_wishes)


def pieces_of(changes: Changes) -> Iterator[tuple[str, Changes]]:
    """Take an edit apart, with the place on the page that each piece comes from."""
    quarter, capped = changes.quarter, {"changes_cap": changes.changes_cap, "cap": changes.cap}
    if changes.changes_cap:
        yield "cap", Changes(quarter, changes_cap=True, cap=changes.cap)
    for location, order in changes.lots.items():
        yield str(location), Changes(quarter, lots={location: order}, **capped)  # type: ignore[arg-type]
    for location, wish in changes.parties.items():
        yield str(location), Changes(quarter, parties={location: wish})
    if changes.placing is not None or changes.party is not None:
        yield "all", Changes(quarter, placing=changes.placing, party=changes.party)


def _changed_parties(sent: QueryDict, parties: list[int], orders: Orders) -> dict[int, PartyWish]:
    wishes = {location: _read_party(sent, str(location), orders.party) for location in parties}
    return {location: wish for location, wish in wishes.items() if wish != orders.parties.get(location, orders.party)}


def _known(order: LotOrder) -> LotOrder:
    """Return an order as its form would send it back: where it asks or passes, its limit says nothing."""
    return order if order.say == Say.LIMIT else LotOrder(order.say, places=order.places)


def _read_lot(sent: QueryDict, location: int) -> LotOrder:
    say, places = _read_say(sent.get(f"say-{location}", "")), _read_rules(sent.getlist(f"place-{location}"))
    if say != Say.LIMIT:
        return LotOrder(say, places=places)
    conditions = dict(said.split(":", 1) for said in sent.getlist(f"only-{location}") if ":" in said)
    return LotOrder(
        say=say,
        limit=_whole(sent.get(f"limit-{location}", "")),
        drives=f"drives-{location}" in sent,
        unless_won=_whole(conditions["won"]) if "won" in conditions else None,
        while_leads=_whole(conditions["leads"]) if "leads" in conditions else None,
        keeps=_whole(conditions.get("keeps", "0")),
        otherwise=_read_say(sent.get(f"otherwise-{location}", "ask")),
        places=places,
    )


def _read_say(text: str) -> Say:
    try:
        return Say(text)
    except ValueError:
        raise UnknownChoice from None


def _read_party(sent: QueryDict, name: str, always: PartyWish) -> PartyWish:
    said = sent.get(f"say-{name}", "")
    if said == "always":
        return always
    if said == "director":
        return PartyWish(as_director=True)
    if said != "wish":
        return PartyWish()
    kinds, stars = sent.getlist(f"kind-{name}"), sent.getlist(f"stars-{name}")
    wished = [TileWish(kind, _whole(least)) for kind, least in zip(kinds, stars, strict=False) if kind]
    return PartyWish(tuple(wished))


def _read_placing(sent: QueryDict) -> PlacingWishes:
    return PlacingWishes(
        _read_rules(sent.getlist("place-all")), tuple(sent.getlist("throw")), as_director="placing_director" in sent
    )


def _read_rules(said: list[str]) -> tuple[PlaceRule, ...]:
    """Read rules as `tile/screenplay`, or `tile/screenplay/over`; what says nothing is no wish."""
    rules = []
    for entry in filter(None, said):
        what, _slash, rest = entry.partition("/")
        screenplay, _slash, over = rest.partition("/")
        rules.append(PlaceRule(what, screenplay, covers=over == OVER))
    return tuple(rules)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else NONE
