"""What the site itself saw, as staff read it: in words, with the moves it follows from and how often it is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import User
from games.edition_words import words_of
from games.labels import table_name
from games.models import Match, Report


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match it was seen in."""

    pk: int
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class SeenMove:
    """An answer that stands out: what was done, at which price, and what it was worth."""

    match: SeenMatch
    number: int
    url: str
    kind: str
    price: str
    worth: str
    lost: int
    given: int


@dataclass(frozen=True, slots=True)
class SeenSignal:
    """One thing the site saw: the template that says it, and what it says."""

    name: str
    figures: dict[str, Any]
    matches: tuple[SeenMatch, ...]
    moves: tuple[SeenMove, ...]
    giver: User | None
    taker: User | None

    @property
    def template(self) -> str:
        return f"admin/signals/{self.name}.html"


SIGNALS = ("opening", "accounts", "results", "moves", "likeness")


def signals_of(row: Report) -> tuple[SeenSignal, ...]:
    """Return what the site saw, each with its matches as far as they are still there."""
    kept = row.context.get("signals", {})
    return tuple(_signal(row, name, kept[name]) for name in SIGNALS if name in kept)


def _signal(row: Report, name: str, figures: dict[str, Any]) -> SeenSignal:
    matches = Match.objects.filter(pk__in=figures["matches"], status=Match.Status.FINISHED).defer("state", "opening")
    found = {match.pk: match for match in matches}
    return SeenSignal(
        name=name,
        figures=figures,
        matches=tuple(_match(found[pk]) for pk in figures["matches"] if pk in found),
        moves=tuple(_moves(found, figures.get("moves", ()))),
        giver=row.also_about,
        taker=row.about,
    )


def _match(match: Match) -> SeenMatch:
    return SeenMatch(match.pk, table_name(match), reverse("replay", args=[match.pk]))


def _moves(found: dict[int, Match], moves: Any) -> Iterator[SeenMove]:
    for move in moves:
        match = found.get(move["match"])
        if match is None:
            continue
        words = words_of(match.edition_id)
        yield SeenMove(
            match=_match(match),
            number=move["number"],
            url=reverse("replay", args=[match.pk, move["number"]]),
            kind=move["kind"],
            price=words.money(move["price"]) if "price" in move else "",
            worth=words.money(move["worth"]) if "worth" in move else "",
            lost=move.get("lost", 0),
            given=move.get("given", 0),
        )
