"""A finished match, dealt again from its secret and played again by the rules, compared with what is stored."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.edition_words import Words, words_of
from games.engine import SPECTATOR, Setup, commitment, deal, deal_rest, draw_first, draw_studios, view
from games.engine.state import Deal
from games.models import Match, Seat
from games.play.services.positions import moves_in_force, replay_moves
from games.play.verification import (
    Stored,
    moves_lead_to_the_state,
    numbers_have_no_gap,
    only_the_asked_seat_moved,
    seats_have_the_result,
)
from games.table.people import name_of


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One thing that was checked: whether it holds, or None where people chose and nothing was drawn."""

    title: str
    holds: bool | None
    dealt: tuple[str, ...]
    note: str = ""
    by_rules: bool = False  # what follows from the moves, not from the secret


@dataclass(frozen=True, slots=True)
class Proof:
    """The secret, what it was promised to be, and every step."""

    secret: str
    promised: str
    computed: str
    steps: tuple[ProofStep, ...]

    @property
    def keeps_promise(self) -> bool:
        return hmac.compare_digest(self.promised, self.computed)

    @property
    def holds(self) -> bool:
        return self.deal_holds and self.moves_hold

    @property
    def deal_holds(self) -> bool:
        return self.keeps_promise and all(step.holds is not False for step in self.steps if not step.by_rules)

    @property
    def moves_hold(self) -> bool:
        return all(step.holds for step in self.steps if step.by_rules)


def prove(match: Match) -> Proof | None:
    """Check a finished match; of any other, or while others still play the same deal, nothing is even computed."""
    if match.status != Match.Status.FINISHED or match.sealed:
        return None
    secret, setup = bytes(match.secret), match.read_state().setup
    seats = list(match.seats.select_related("user").order_by("number"))
    stored = Stored(match)
    again = _deal_again(match, setup, secret)
    words = words_of(match.edition_id)
    return Proof(
        secret=secret.hex(),
        promised=match.commitment,
        computed=commitment(secret),
        steps=(
            *_tiles(setup, again, words),
            _studios(match, setup, secret, seats),
            _first(match, setup, secret, seats),
            _moves(stored),
            _result(stored, seats),
        ),
    )


def _deal_again(match: Match, setup: Setup, secret: bytes) -> Deal | None:
    """Return what the secret deals; None where nothing was drawn, since the match has the deal of another one."""
    if match.copied is None:
        return deal(setup.edition, secret)
    if not match.dealt_anew:
        return None
    began_at = replay_moves(setup, moves_in_force(match)[: match.copied])
    return deal_rest(setup.edition, view(began_at, SPECTATOR).state.setup.deal, secret)


def _tiles(setup: Setup, again: Deal | None, words: Words) -> Iterable[ProofStep]:
    dealt, tile, screenplay = setup.deal, words.tile, words.screenplay
    shown = (
        (_("The legends"), "legends", tile),
        (_("The bag, in the order of drawing"), "bag", tile),
        (_("The stack of screenplays"), "screenplays", screenplay),
    )
    for title, part, name in shown:
        lies = getattr(dealt, part)
        holds = None if again is None else getattr(again, part) == lies
        yield ProofStep(title, holds, tuple(map(name, lies)), _as_before() if again is None else "")


def _as_before() -> str:
    return _("As in the match it continues.")


def _studios(match: Match, setup: Setup, secret: bytes, seats: list[Seat]) -> ProofStep:
    """Ruling R14: drawn at random, unless the table let people choose."""
    shown = tuple(
        _("%(name)s: studio %(number)s") % {"name": name_of(seat), "number": studio}
        for seat, studio in zip(seats, setup.studios, strict=True)
    )
    if match.is_what_if:
        return ProofStep(_("The studios"), None, shown, _as_before())
    if match.studios_chosen:
        return ProofStep(
            _("The studios"), None, shown, _("Chosen at the table; those who did not choose got one at random.")
        )
    return ProofStep(_("The studios"), draw_studios(setup.edition, secret, setup.seats) == setup.studios, shown)


def _first(match: Match, setup: Setup, secret: bytes, seats: list[Seat]) -> ProofStep:
    """Ruling R13: a random seat begins, unless the table let its host begin."""
    shown = (name_of(seats[setup.first]),)
    if match.is_what_if:
        return ProofStep(_("Who begins"), None, shown, _as_before())
    if match.host_begins:
        return ProofStep(_("Who begins"), None, shown, _("The host, as the table had it."))
    return ProofStep(_("Who begins"), draw_first(secret, setup.seats) == setup.first, shown)


def _moves(stored: Stored) -> ProofStep:
    """Return every move, played again from the deal by the rules."""
    count = len(stored.rows)
    told = ngettext("%(count)s entry of the log", "%(count)s entries of the log", count) % {"count": count}
    holds = not any(
        (*numbers_have_no_gap(stored), *moves_lead_to_the_state(stored), *only_the_asked_seat_moved(stored))
    )
    return ProofStep(_("Every move, played again by the rules"), holds, (told,), by_rules=True)


def _result(stored: Stored, seats: list[Seat]) -> ProofStep:
    """Return what the last position is worth, and what the seats were given."""
    shown = tuple(
        _("%(place)s. %(name)s: %(score)s points") % {"place": seat.place, "name": name_of(seat), "score": seat.score}
        for seat in sorted(seats, key=lambda seat: seat.place or 0)
    )
    return ProofStep(_("Scores and places"), not any(seats_have_the_result(stored)), shown, by_rules=True)
