"""From the table to the values of its parts, by id; see parts.py."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.template.loader import render_to_string
from django.utils import dateformat
from django.utils.translation import get_language, gettext

from games.models import Match
from games.play.selectors.visibility import link_end
from games.signals import collect_ending_panels
from games.table.bar_parts import ActionsPart, BankPart, BarClockPart, BarPursePart, CarryPart, ClockPart, QuestionPart
from games.table.clock import Clock, moment_of
from games.table.ending import headline_of
from games.table.fitting import best_fit
from games.table.parts import (
    BadgePart,
    BiddersPart,
    BiddingPart,
    BidNotePart,
    BidPart,
    BoardPart,
    ChoosersPart,
    EndingPart,
    GuidePart,
    HeadPart,
    LotPart,
    OwnPlayPart,
    Part,
    PlayPlace,
    RivalPlaysPart,
    StagePart,
    StudioPart,
    TrackPart,
    VersionPart,
)
from games.table.plan import SEPARATOR
from games.table.prospects import ProspectsPart
from games.table.score import OwnScorePart, score_parts
from games.table.studio import Play
from games.table.table import Desk, Studio, Table

Parts = dict[str, Part]


def common_parts(table: Table) -> Parts:
    """List what everybody sees alike, but for seats and the end."""
    return {
        "track": TrackPart(table.quarter, table.quarters, table.track),
        **_bidding(table),
        "board": BoardPart(table.ratings, table.ratings_left, table.awards),
    }


def seat_parts(table: Table, seat: int) -> Parts:
    """List what all but its owner see of a seat."""
    studio = table.studios[seat]
    return {
        f"rival_head-{seat}": _head(studio),
        f"clock-{seat}": _clock(f"clock-{seat}", studio.clock, UTC),
        f"badge-{seat}": BadgePart(seat, studio.stage, table.lot.bid if studio.stage == "leads" else ""),
        f"rival_plays-{seat}": RivalPlaysPart(seat, studio.plays),
        f"prospects-{seat}": ProspectsPart(seat, studio.prospects),
        **score_parts(seat, studio.score),
    }


def own_parts(desk: Desk, table: Table, zone: tzinfo) -> Parts:
    """List what a viewer alone sees; what they have seen comes last, when all of it is drawn."""
    actions, number = desk.actions, table.match.number
    acting = actions.acting.name if actions.acting else ""
    return {
        "lot": lot_part(desk, table),
        **_actions(desk, zone),
        **_carry(desk, table),
        **studio_parts(desk),
        "guide": GuidePart(table.match.pk, desk.card),
        "table-version": VersionPart(
            number=number,
            version=table.match.version,
            kind=actions.kind,
            turn=actions.whose_turn,
            acting=acting if actions.kind == "wait" else "",
            is_forced=actions.is_forced,
        ),
    }


def _bidding(table: Table) -> Parts:
    lot = table.lot
    sale = next((frame for frame in table.track if frame.stage == "now" and lot.phase == "placing"), None)
    frame = BiddingPart(
        phase=lot.phase,
        place=lot.place,
        total=len(table.track),
        name=lot.name,
        pot=lot.pot_money if lot.pot else "",
        price=sale.price if sale else "",
        buyer=sale.buyer.name if sale and sale.buyer else "",
    )
    if lot.phase == "party":
        return {"bidding": frame, "bidders": ChoosersPart(lot.bidders)}
    parts: Parts = {"bidding": frame, "bidders": BiddersPart(tuple(bidder.person for bidder in lot.bidders))}
    for bidder in lot.bidders:
        seat = bidder.person.number
        parts[f"stage-{seat}"] = StagePart(seat, bidder.stage, bidder.bid)
    if lot.phase == "auction":
        parts |= {"bid": BidPart(lot.bid), "bid-note": BidNotePart(bool(lot.bid))}
    return parts


def _head(studio: Studio) -> HeadPart:
    return HeadPart(
        person=studio.person,
        away=studio.clock.away,
        has_popcorn=studio.has_popcorn,
        faces=studio.faces,
        reels=tuple(play.marker or "0" for play in studio.plays if play.is_movie),
        bank=studio.clock.bank,
        holiday=_words(studio.clock.holiday_until, gettext("j M"), UTC),
    )


def ending_part(table: Table, *, is_past: bool = False) -> EndingPart:
    """Return the end; a replay shows it without what can be done then and what other apps tell."""
    if not table.ending:
        return EndingPart()
    match = table.match
    return EndingPart(
        match_id=match.pk,
        sheets=table.ending,
        headline=headline_of(table.ending),
        ceremony=table.ceremony,
        credits=tuple((one.person, tuple(play for play in one.plays if play.is_movie)) for one in table.studios),
        panels=() if is_past else _panels(match),
        commitment="" if is_past else match.commitment,
        secret="" if is_past or match.sealed else bytes(match.secret).hex(),
        is_sealed=match.sealed,
        is_what_if=match.is_what_if,
        is_dealt_anew=match.dealt_anew,
        is_past=is_past,
        link_end=link_end(match),
    )


def _panels(match: Match) -> tuple[str, ...]:
    """Draw what other apps tell at the end of a match: what they drew is in the value, and so in the key."""
    answers = collect_ending_panels.send(sender=Match, match=match)
    panels: list[Any] = sorted((panel for _listener, panel in answers if panel), key=attrgetter("order"))
    return tuple(render_to_string(panel.template, {"panel": panel.context}) for panel in panels)


def _actions(desk: Desk, zone: tzinfo) -> Parts:
    """List the action bar and what stands inside: each kind of question reads no more than it needs."""
    actions, mine = desk.actions, desk.mine
    is_bid, is_tiles = actions.kind == "bid", actions.kind in ("take", "place")
    frame = ActionsPart(
        kind=actions.kind,
        match_id=desk.match.pk,
        money=mine.money if mine and is_bid and not actions.bids else "",
        bid=desk.bid if is_bid else "",
        bids=actions.bids,
        more_bids=actions.more_bids,
        offers=desk.offers if is_tiles else (),
        laid=len(desk.laid),
        left=actions.left if is_tiles else 0,
        picked=actions.plan.picked if is_tiles else "",
        entries=actions.plan.entries if actions.kind == "place" else (),
        only_discards=actions.only_discards,
        may_undo=actions.may_undo,
        is_forced=actions.is_forced,
        is_ordered=actions.is_ordered,
        has_clock=actions.clock.deadline is not None,
        expected=_words(actions.clock.expected, "l, H:i", zone),
        expected_at=moment_of(actions.clock.expected) if actions.clock.expected else "",
        holiday=_words(actions.clock.holiday_until, gettext("j M"), zone),
        by_players=desk.match.paused_by == Match.PausedBy.PLAYERS and mine is not None,
        advice=actions.advice,
        pace=actions.pace,
        may_skip=actions.may_skip and actions.kind == "wait",
    )
    parts: Parts = {"actions": frame}
    if actions.kind == "wait" and actions.acting:
        parts["question"] = QuestionPart(actions.doing, actions.acting.name)
    if mine and actions.kind in ("bid", "wait", "answer", "gather") and not frame.money:
        parts["bar-purse"] = BarPursePart(mine.money)
    return parts | (_bar_clock(actions.clock, zone) if frame.has_clock else {})


def _bar_clock(clock: Clock, zone: tzinfo) -> Parts:
    """List the clock in the action bar, around it what stays while times change."""
    parts: Parts = {"bar-clock": BarClockPart(bool(clock.bank)), "clock": _clock("clock", clock, zone)}
    if clock.bank:
        parts["bank"] = BankPart(clock.bank)
    return parts


def _carry(desk: Desk, table: Table) -> Parts:
    """List what the bar carries of the lot, for whoever has scrolled away from it."""
    if table.lot.phase == "party":
        return {"carry": CarryPart((), table.lot.bidders)}
    is_auction = table.lot.phase == "auction"
    return {"carry": CarryPart(tuple(offer.glyph for offer in desk.offers) if is_auction else ())}


def lot_part(desk: Desk, table: Table) -> LotPart:
    """Return the tiles in the light."""
    mine, plan = desk.mine, desk.actions.plan
    is_placing = desk.actions.kind == "place"
    if table.lot.phase in ("placing", "over") and not is_placing:
        return _lot_of_another(desk, table)
    is_planned = is_placing and mine is not None and bool(plan.picked)
    return LotPart(
        match_id=table.match.pk if mine else None,
        phase=table.lot.phase,
        has_studio=mine is not None,
        is_placing=is_placing,
        offers=desk.offers,
        is_choosing=desk.actions.kind == "take",
        best=_best_play(desk),
        picked=plan.picked,
        entries=plan.entries,
        laid=desk.laid,
        plays=mine.plays if mine and is_planned else (),
        next_screenplay=desk.next_screenplay if is_planned else "",
    )


def _best_play(desk: Desk) -> str:
    """Return the screenplay that matters now: where the tile in hand, or the best one on offer, would do most."""
    fits = [offer.fit for offer in desk.offers if offer.fit and desk.actions.plan.picked in ("", offer.id)]
    best = best_fit(dict(enumerate(fits)))
    return desk.match.edition.screenplays[best.screenplay].id if best else ""


def _lot_of_another(desk: Desk, table: Table) -> LotPart:
    """Return what somebody else places: to all who look on it looks the same."""
    is_party = any(frame.is_party for frame in table.track if frame.stage == "now")
    return LotPart(None, table.lot.phase, has_studio=False, is_placing=False, offers=desk.offers, is_party=is_party)


def studio_parts(desk: Desk, owner: str = "") -> Parts:
    """List the viewer's own studio, with the plan on it, and their points in it; named, where it is another's."""
    if desk.mine is None:
        return {"studio": StudioPart()}
    own = {"studio": _studio(desk, desk.mine, owner), "own_score": OwnScorePart(desk.mine.score)}
    return own | _own_plays(desk, desk.mine)


def _own_plays(desk: Desk, mine: Studio) -> Parts:
    """List each screenplay and movie by itself: most changes leave most of them as they are."""
    return {f"play-{play.id}": _own_play(desk, play) for play in mine.plays}


def _own_play(desk: Desk, play: Play) -> OwnPlayPart:
    """Return one of them; only where a tile can be laid, or is, does it depend on the plan."""
    plan, is_placing = desk.actions.plan, desk.actions.kind == "place"
    is_planned = play.is_lit or any(f"{SEPARATOR}{play.id}{SEPARATOR}" in entry for entry in plan.entries)
    if not is_planned or not (is_placing or desk.may_plan):
        return OwnPlayPart(play)
    return OwnPlayPart(play, desk.match.pk, is_placing, True, plan.picked, plan.entries)


def _studio(desk: Desk, mine: Studio, owner: str) -> StudioPart:
    plan = desk.actions.plan
    return StudioPart(
        studio=mine.person.studio,
        owner=owner,
        has_popcorn=mine.has_popcorn,
        faces=mine.faces,
        plays=tuple(PlayPlace(play.id, play.is_movie) for play in mine.plays),
        next_screenplay=desk.next_screenplay,
        screenplays_left=desk.screenplays_left if desk.next_screenplay else 0,
        is_placing=desk.actions.kind == "place",
        picked=plan.picked,
        entries=plan.entries,
    )


def _clock(part_id: str, clock: Clock, zone: tzinfo) -> ClockPart:
    """Return a clock that runs, told in a zone; a script counts it down."""
    if clock.deadline is None:
        return ClockPart(part_id)
    # Translators: day, month, time and zone as a clock tells them, in the letters of Django's dates
    form = "H:i:s T" if clock.decides_until else gettext("j M, H:i T")
    words = _tell(clock.deadline, zone, form, get_language() or "en")
    bank = clock.deadline - (clock.decides_until or clock.deadline)
    return ClockPart(part_id, moment_of(clock.deadline), round(bank.total_seconds()), words)


def _words(moment: datetime | None, form: str, zone: tzinfo) -> str:
    return "" if moment is None else _tell(moment, zone, form, get_language() or "en")


@lru_cache(maxsize=1024)
def _tell(at: datetime, zone: tzinfo, form: str, _language: str) -> str:
    """Tell a moment in a zone and in the active language: the same for most who look."""
    return dateformat.format(at.astimezone(zone), form)
