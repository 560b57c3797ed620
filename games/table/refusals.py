"""Why a move was refused, as a sentence for the person at the table, in the edition's words."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.edition_words import Words, words_of
from games.engine import Refused
from games.engine.kinds import KINDS
from games.models import Match

SENTENCES: dict[str, Promise] = {
    "move.form": _("That is not a move you can make. Here is the table as it stands."),
    "match.over": _("The match is over."),
    "turn": _("It is not your turn."),
    "auction.answer": _("In an auction you bid or pass."),
    "auction.whole_number": _("A bid is a whole number, 0 or more."),
    "auction.higher": _("A bid must be higher than %(bid)s."),
    "auction.purse": _("You cannot bid %(amount)s: you have %(money)s."),
    "party.answer": _("Here you take one of those on offer."),
    "party.offered": _("%(tile)s is not on offer here."),
    "placing.answer": _("First place or discard what is in your hand."),
    "placing.hand": _("%(tile)s is not in your hand."),
    "placing.owner": _("%(screenplay)s does not belong to your studio."),
    "placing.space": _("%(screenplay)s has no such space."),
    "placing.complete": _("%(screenplay)s is complete, and a complete movie never changes."),
    "placing.fits": _("This kind does not fit there: %(kind)s."),
}


def sentence_of(refusal: Refused, match: Match) -> str:
    """Return the refusal in the reader's language."""
    words = words_of(match.edition_id)
    return str(SENTENCES[refusal.rule]) % {name: _tell(name, value, words) for name, value in refusal.values.items()}


def _tell(name: str, value: Any, words: Words) -> str:
    """Return a value of a refusal as people read it. What is no id of the edition is shown as it came."""
    edition = words.edition
    if name == "tile" and value in edition.tile_index:
        return words.tile(edition.tile_index[value])
    if name == "screenplay" and value in edition.screenplay_index:
        return words.screenplay(edition.screenplay_index[value])
    if name in ("bid", "amount", "money") and isinstance(value, int):
        return words.money(value)
    if name == "kind":
        return words.tile_kind(KINDS.index(value))
    return str(value)
