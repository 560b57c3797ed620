"""Building the sheet of orders for the owner of a seat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.edition_words import Words
from games.engine import State, View
from games.engine.kinds import KINDS
from games.engine.state import HIDDEN, NO_TILE, PLACING
from games.models import Match
from games.orders.preview import Preview
from games.orders.values import LotOrder, Orders, PartyWish, PlaceRule, TileWish
from games.play.selectors.orders import OwnOrders
from games.table.fitting import fits_of
from games.table.orders.values import Amount, Choice, OrderLine, OrderSheetView, Outlook, Picker, TileWishLine
from games.table.people import Person
from games.table.track import glyph_of

# So many kinds can be wished for at one party; there is always room for one more until then.
MOST_WISHES = 4
MOST_CONDITIONS = 3
MOST_STARS = 4
OVER = "over"


def build_sheet(
    match: Match, seen: View, people: tuple[Person, ...], words: Words, own: OwnOrders, refusals: Mapping[str, str]
) -> OrderSheetView:
    """Show a seat's owner what they have ordered, and what of this quarter is still to come."""
    state, seat, orders = seen.state, seen.viewer, own.orders
    assert seat is not None, "spectators give no orders"
    builder = SheetBuilder(state, seat, people, words, own, refusals)
    every_party = OrderLine(-1, 0, "", (), 0, True, False, _say_of(orders.party))
    return OrderSheetView(
        match_id=match.pk,
        seat=seat,
        number=own.number,
        quarter=state.quarter,
        money=words.money(state.money[seat]),
        cap=amount_of(state.money[seat] if orders.cap is None else orders.cap, all_money(state), words),
        is_capped=orders.cap is not None,
        lines=tuple(builder.line(location) for location in coming(state)),
        kinds=tuple(builder.kind(kind) for kind in KINDS),
        as_director=orders.placing.as_director,
        party=builder.wish(every_party, orders.party),
        stopped=own.stopped,
        refusals=dict(refusals),
    )


def coming(state: State) -> list[int]:
    """List the locations of this quarter that an order can still be about."""
    is_sold = state.phase == PLACING and not state.edition.board[state.location].is_party
    return list(range(state.location + is_sold, len(state.edition.board)))


def all_money(state: State) -> int:
    """Count the money of the whole match, which everybody knows and which never changes."""
    return state.edition.money[state.setup.seats] * state.setup.seats


def amount_of(value: int, most: int, words: Words) -> Amount:
    """Make a field for money; what stands around the number is asked of the edition's own words."""
    before, _digit, after = words.money(8).partition("8")
    return Amount(value, most, before, after, words.money(value))


def outlook_of(preview: Preview, words: Words) -> Outlook:
    """Put the figures of a preview into the edition's money."""
    others = "" if preview.others_up_to < 0 else words.money(preview.others_up_to)
    return Outlook(preview.does, preview.why, words.money(preview.at_most), others, preview.holds_ties)


@dataclass(frozen=True, slots=True)
class SheetBuilder:
    """What the lines of a sheet are built from: the table as the seat sees it, and what it has ordered."""

    state: State
    seat: int
    people: tuple[Person, ...]
    words: Words
    own: OwnOrders
    refusals: Mapping[str, str]

    @property
    def orders(self) -> Orders:
        return self.own.orders

    def line(self, location: int) -> OrderLine:
        state, words = self.state, self.words
        tiles = state.lot_at(state.quarter, location)
        is_party = state.edition.board[location].is_party
        is_current = location == state.location
        line = OrderLine(
            location=location,
            place=location + 1,
            name=words.location(location),
            glyphs=() if is_party or HIDDEN in tiles else tuple(glyph_of(state, tile, words) for tile in tiles),
            backs=len(tiles) if is_party or HIDDEN in tiles else 0,
            is_party=is_party,
            is_current=is_current,
            say="ask",
            stopped=self.own.stopped if is_current else "",
            refusal=self.refusals.get(str(location), ""),
        )
        return self.party(line) if is_party else self.lot(line)

    def lot(self, line: OrderLine) -> OrderLine:
        state, order = self.state, self.orders.lot(self.state.quarter, line.location)
        most = state.money[self.seat] if line.is_current else all_money(state)
        least = state.bid + 1 if line.is_current else 1
        preview = self.own.previews.get(line.location)
        return replace(
            line,
            say=order.say.value,
            limit=amount_of(order.limit if order.say == "limit" else min(max(1, least), most), most, self.words),
            drives=order.drives,
            otherwise=order.otherwise.value,
            conditions=self.conditions(line.location, order),
            tiles=self.tiles(line.location, order),
            outlook=outlook_of(preview, self.words) if preview and order.say != "ask" else None,
        )

    def conditions(self, location: int, order: LotOrder) -> tuple[Picker, ...]:
        """List a picker for each condition there is, and one more where there is room."""
        said = conditions_of(order)
        return tuple(Picker(self.condition_choices(location, chosen)) for chosen in (*said, "")[:MOST_CONDITIONS])

    def condition_choices(self, location: int, chosen: str) -> tuple[Choice, ...]:
        board, words = self.state.edition.board, self.words
        # What is sold later cannot be won yet when this lot is.
        lots = [f"won:{other}" for other in range(location) if not board[other].is_party]
        seats = [f"leads:{person.number}" for person in self.people if person.number != self.seat]
        keeps = [f"keeps:{left}" for left in range(1, self.state.money[self.seat] + 1)]
        if chosen and chosen not in (*lots, *seats, *keeps):
            {"won": lots, "leads": seats, "keeps": keeps}[chosen.partition(":")[0]].append(chosen)
        labels = {
            **{value: words.location(int(value[4:])) for value in lots},
            **{value: self.people[int(value[6:])].name for value in seats},
            **{value: words.money(int(value[6:])) for value in keeps},
        }
        return tuple(Choice(value, label, value == chosen) for value, label in labels.items())

    def tiles(self, location: int, order: LotOrder) -> tuple[Picker, ...]:
        state = self.state
        tiles = state.lot_at(state.quarter, location)
        if HIDDEN in tiles:
            return ()
        return tuple(
            Picker(
                self.papers(state.edition.tiles[tile].id, [tile], order.places),
                glyph=glyph_of(state, tile, self.words),
            )
            for tile in tiles
        )

    def kind(self, kind: str) -> Picker:
        """Build where all tiles of a kind go, and whether they may be thrown away."""
        wishes, number = self.orders.placing, KINDS.index(kind)
        of_kind = [tile for tile, other in enumerate(self.state.edition.tile_kind) if other == number]
        return Picker(
            self.papers(kind, of_kind[:1], wishes.rules),
            word=self.words.tile_kind(number),
            kind=kind,
            is_thrown=kind in wishes.discards,
        )

    def papers(self, what: str, tiles: Iterable[int], rules: tuple[PlaceRule, ...]) -> tuple[Choice, ...]:
        """List the screenplays that would take such a tile, on an empty space or over another one."""
        chosen = next((rule for rule in rules if rule.what == what), None)
        value = place_value(chosen) if chosen else ""
        choices = {}
        for tile in tiles:
            for space, fit in fits_of(self.state, self.seat, tile, self.words).items():
                screenplay = self.state.edition.screenplays[fit.screenplay].id
                covers = self.state.top[space] != NO_TILE
                choices[place_value(PlaceRule(what, screenplay, covers))] = fit.title
        if chosen and value not in choices:
            choices[value] = self.words.screenplay(self.state.edition.screenplay_index[chosen.screenplay])
        return tuple(Choice(key, title, key == value) for key, title in choices.items())

    def party(self, line: OrderLine) -> OrderLine:
        orders = self.orders
        wish = orders.parties.get(line.location)
        has_standing = _say_of(orders.party) != "ask"
        say = ("always" if has_standing else "ask") if wish is None else _say_of(wish)
        return self.wish(replace(line, say=say), orders.party if wish is None else wish)

    def wish(self, line: OrderLine, wish: PartyWish) -> OrderLine:
        asked = (*wish.tiles, None)[: max(MOST_WISHES, len(wish.tiles))]
        named = [self.words.tile_kind(KINDS.index(tile.kind)) for tile in wish.tiles]
        return replace(line, wishes=tuple(self.wish_line(tile) for tile in asked), wish_words=", ".join(named))

    def wish_line(self, wish: TileWish | None) -> TileWishLine:
        kinds = tuple(
            Choice(kind, self.words.tile_kind(number), wish is not None and wish.kind == kind)
            for number, kind in enumerate(KINDS)
        )
        least = wish.stars if wish else -1
        stars = tuple(Choice(str(count), self.words.stars(count), count == least) for count in range(1, MOST_STARS + 1))
        return TileWishLine(kinds, stars)


def place_value(rule: PlaceRule) -> str:
    """Write a rule as a form has it: `tile/screenplay`, with `/over` where it may cover another tile."""
    return "/".join((rule.what, rule.screenplay, *([OVER] if rule.covers else [])))


def conditions_of(order: LotOrder) -> list[str]:
    """Write an order's conditions as a form has them."""
    said = [] if order.unless_won is None else [f"won:{order.unless_won}"]
    said += [] if order.while_leads is None else [f"leads:{order.while_leads}"]
    return said + ([f"keeps:{order.keeps}"] if order.keeps else [])


def _say_of(wish: PartyWish) -> str:
    return "director" if wish.as_director else "wish" if wish.tiles else "ask"
