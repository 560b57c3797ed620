"""An auction held together, while answers are gathered: it looks the same to all, and no seat is pointed at."""

from dataclasses import dataclass, replace

from games.models import Match
from games.table.lot import Bidder
from games.table.parts import BidPart, Part
from games.table.table import Table


@dataclass(frozen=True, slots=True)
class GatheredPart(Part):
    """How many have answered, where otherwise the highest bid is told."""

    template = "orders/gathered"
    size: int


def gathered_parts(match: Match) -> dict[str, Part]:
    """List what stands in place of the highest bid; nothing once bids are open."""
    if not match.awaited:
        return {}
    return {"bid": BidPart(str(match.answered)), "bid-note": GatheredPart(match.size)}


def without_turns(table: Table) -> Table:
    """Return the table of a gathering: who is asked, and who has answered, shows only where the table has it so."""
    match = table.match
    if not match.awaited:
        return table
    bidders = tuple(Bidder(bidder.person, _stage(match, bidder.person.number)) for bidder in table.lot.bidders)
    studios = tuple(
        replace(studio, stage=_stage(match, studio.person.number) if match.answers_named else "")
        for studio in table.studios
    )
    return replace(table, lot=replace(table.lot, bidders=bidders), studios=studios)


def _stage(match: Match, seat: int) -> str:
    if not match.answers_named:
        return "in"
    return "asked" if match.awaited >> seat & 1 else "answered"
