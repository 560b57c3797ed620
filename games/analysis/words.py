"""Decisions in words: what was done, why it was not best, and what each answer is called."""

from typing import Any

from django.utils.translation import gettext as _

from games.analysis.deciders import decider_of
from games.edition_words import Words
from games.engine import State, apply
from games.engine.events import LotWon
from games.engine.moves import from_entry
from games.engine.state import NO_BID
from games.history.replay import MatchReplay


def answer_words(entry: list[Any], words: Words) -> str:
    """Return what an answer is called on a button."""
    _seat, verb, *what = entry
    if verb == "pass":
        return _("Pass")
    if verb == "bid":
        return _("Bid %(price)s") % {"price": words.money(what[0])}
    tile = _tile(what[0], words)
    if verb == "take":
        return _("Take %(tile)s") % {"tile": tile}
    if verb == "discard":
        return _("Discard %(tile)s") % {"tile": tile}
    return _("%(tile)s on “%(screenplay)s”") % {"tile": tile, "screenplay": _screenplay(what[1], words)}


def title_of(mistake: dict[str, Any], replay: MatchReplay) -> str:
    """Return what somebody did, in a few words."""
    decider, words = decider_of(mistake, replay), replay.words
    entry = played_of(mistake)["entry"]
    said = {"name": decider.name, "price": words.money(mistake["price"])}
    if entry[1] in ("take", "place", "discard"):
        said |= {"tile": _tile(entry[2], words)}
    if entry[1] == "place":
        said |= {"screenplay": _screenplay(entry[3], words)}
    titles = {
        "passed": _passed(replay.timeline.states[mistake["number"] - 1]),
        "overpaid": (_("You paid %(price)s"), _("%(name)s paid %(price)s")),
        "jumped": (_("You bid %(price)s at once"), _("%(name)s bid %(price)s at once")),
        "took": (_("You took %(tile)s"), _("%(name)s took %(tile)s")),
        "placed": (
            _("You put %(tile)s on “%(screenplay)s”"),
            _("%(name)s put %(tile)s on “%(screenplay)s”"),
        ),
        "discarded": (_("You discarded %(tile)s"), _("%(name)s discarded %(tile)s")),
    }
    return titles[mistake["kind"]][not decider.is_mine] % said


def _passed(state: State) -> tuple[str, str]:
    if state.bid == NO_BID:
        return _("You passed before anybody bid"), _("%(name)s passed before anybody bid")
    return _("You passed at %(price)s"), _("%(name)s passed at %(price)s")


def explanation_of(mistake: dict[str, Any], replay: MatchReplay) -> tuple[str, ...]:
    """Return why it was not best, in a sentence or two."""
    if mistake["kind"] in ("passed", "overpaid"):
        return _worth(mistake, replay), _outcome(mistake, replay)
    if mistake["kind"] == "jumped":
        return (_outcome(mistake, replay),)
    return (_better_use(mistake, replay),)


def played_of(mistake: dict[str, Any]) -> dict[str, Any]:
    """Return the answer that was given."""
    return next(answer for answer in mistake["answers"] if answer["is_played"])


def _worth(mistake: dict[str, Any], replay: MatchReplay) -> str:
    worth = {"worth": replay.words.money(mistake["worth"]), "name": replay.people[mistake["seat"]].name}
    if mistake["seat"] == replay.viewer:
        return _("The lot was worth about %(worth)s to you.") % worth
    return _("The lot was worth about %(worth)s to %(name)s.") % worth


def _outcome(mistake: dict[str, Any], replay: MatchReplay) -> str:
    """Return who gets the lot after the best answer, and for how much, where directors play on."""
    best = mistake["answers"][0]
    won = _sale(replay.timeline.states[mistake["number"] - 1], best["line"])
    if won is None or (won.seat == mistake["seat"] and won.price > mistake["worth"]):
        return ""  # directors think it worth more than chances tell: then nothing is said of how far they go
    money = replay.words.money
    said = {
        "answer": answer_words(best["entry"], replay.words),
        "price": money(won.price),
        "name": replay.people[won.seat].name,
        "bid": money(best["entry"][2]) if best["entry"][1] == "bid" else "",
    }
    is_mine, gets_it = mistake["seat"] == replay.viewer, won.seat == mistake["seat"]
    if best["entry"][1] == "pass":
        return _("After a pass %(name)s would probably have had it for %(price)s.") % said
    if gets_it and is_mine:
        return _("With a bid of %(bid)s it would probably have been yours for %(price)s.") % said
    if gets_it:
        return _("With a bid of %(bid)s it would probably have been theirs for %(price)s.") % said
    return _("After a bid of %(bid)s %(name)s would probably have had to pay %(price)s for it.") % said


def _better_use(mistake: dict[str, Any], replay: MatchReplay) -> str:
    entry, words = mistake["answers"][0]["entry"], replay.words
    tile = {"tile": _tile(entry[2], words)}
    if entry[1] == "take":
        return _("%(tile)s would have brought more.") % tile
    if entry[1] == "discard":
        return _("It would have been better to do without %(tile)s.") % tile
    on = tile | {"screenplay": _screenplay(entry[3], words)}
    return _("On “%(screenplay)s” it would have brought more.") % on


def _sale(state: State, line: list[list[Any]]) -> LotWon | None:
    for entry in line:
        state, events = apply(state, *from_entry(entry))
        won = next((event for event in events if isinstance(event, LotWon)), None)
        if won is not None:
            return won
    return None


def _tile(tile: str, words: Words) -> str:
    return words.tile(words.edition.tile_index[tile])


def _screenplay(screenplay: str, words: Words) -> str:
    return words.screenplay(words.edition.screenplay_index[screenplay])
