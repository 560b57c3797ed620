"""A problem as a page shows it: the position with the eyes of the seat that is asked, the answers, and what came."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.edition_words import Words, words_in
from games.engine import SPECTATOR, Discard, Move, Pass, Place, State, Take, View, from_json
from games.engine.moves import Bid, from_entry
from games.models import DailyProblem, Match, ProblemAnswer
from games.problems.finding import BID, TAKE
from games.problems.twins import are_twins
from games.render_cache import part_cache
from games.table.fitting import Fit, best_fit, fits_of
from games.table.lot import Offer, offers_of
from games.table.people import Person
from games.table.table import Studio, Table, build_table
from games.table.track import Glyph, glyph_of

# Below so many answers shares would tell more about chance than about people.
ENOUGH: Final = 20


@dataclass(frozen=True, slots=True)
class OfferedAnswer:
    """An answer as it is offered: its words, the tile it is about, and what that would do."""

    choice: int
    label: str
    glyph: Glyph | None = None
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """What is asked, by what the seat could know; everybody is called by their studio."""

    table: Table
    mine: Studio
    rivals: tuple[Studio, ...]
    offers: tuple[Offer, ...]
    title: str
    question: str
    answers: tuple[OfferedAnswer, ...]

    @property
    def words(self) -> Words:
        return self.table.words


@dataclass(frozen=True, slots=True)
class AnswerBar:
    """How an answer did: how many gave it, how good it is, whose it was."""

    answer: OfferedAnswer
    count: int
    share: int  # of the bar, in hundredths
    percent: int | None  # where there are enough to tell
    chance: int  # to win with it, in hundredths
    is_best: bool
    is_mine: bool
    was_played: bool

    @property
    def look(self) -> str:
        """How the bar is drawn: as the best, as the reader's miss, or as one of the others."""
        return "best" if self.is_best else "missed" if self.is_mine else "other"


@dataclass(frozen=True, slots=True)
class WorthBar:
    """What the lot was worth to somebody: beside the widest of such bars."""

    name: str
    money: str
    share: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """What is told once somebody has answered."""

    bars: tuple[AnswerBar, ...]
    total: int
    is_right: bool
    agreed: int | None  # how many in a hundred gave the same verdict, where there are enough to tell
    best: AnswerBar
    second: AnswerBar
    why: str
    worths: tuple[WorthBar, ...]
    played: str  # what was played in the match, where it is none of the answers


def position_of(problem: DailyProblem) -> AskedPosition:
    """Return the position, drawn up once for each language: it never changes."""
    language = get_language() or "en"
    found: AskedPosition = part_cache(("problem", problem.pk, language), lambda: _position(problem, language))
    return found


def solution_of(
    problem: DailyProblem, position: AskedPosition, given: ProblemAnswer, counts: Sequence[int]
) -> Solution:
    """Return how the answers did, for whoever has given theirs."""
    total = sum(counts)
    chances = [answer["chance"] for answer in problem.answers]
    state, played = _state(problem), _move(problem.played)
    was_played = [are_twins(state, _move(answer["move"]), played) for answer in problem.answers]
    bars = tuple(
        AnswerBar(
            answer=answer,
            count=count,
            share=_percent(count, total),
            percent=_percent(count, total) if total >= ENOUGH else None,
            chance=round(100 * chances[answer.choice]),
            is_best=answer.choice == problem.best,
            is_mine=answer.choice == given.choice,
            was_played=was_played[answer.choice],
        )
        for answer, count in zip(position.answers, counts, strict=True)
    )
    is_right = given.choice == problem.best
    same = counts[problem.best] if is_right else total - counts[problem.best]
    return Solution(
        bars=bars,
        total=total,
        is_right=is_right,
        agreed=_percent(same, total) if total >= ENOUGH else None,
        best=bars[problem.best],
        second=max((bar for bar in bars if not bar.is_best), key=lambda bar: chances[bar.answer.choice]),
        why=_why(problem, position),
        worths=_worths(problem, position),
        played="" if any(was_played) else _label(state, played, position.words),
    )


def title_of(problem: DailyProblem) -> str:
    """Return what a problem is called: where it is, and what lies on the table."""
    return position_of(problem).title


def _position(problem: DailyProblem, language: str) -> AskedPosition:
    state = _state(problem)
    words = words_in(state.edition.id, language)
    people = tuple(_studio_name(seat, studio) for seat, studio in enumerate(state.setup.studios))
    match = Match(edition_id=state.edition.id, size=len(people))  # what the parts ask for; it is stored nowhere
    table = build_table(match, View(SPECTATOR, state), people, words)
    seats = [(problem.seat + step) % len(people) for step in range(len(people))]
    mine, *rivals = [table.studios[seat] for seat in seats]
    moves = [_move(answer["move"]) for answer in problem.answers]
    return AskedPosition(
        table=table,
        mine=mine,
        rivals=tuple(rivals),
        offers=offers_of(state, problem.seat, words),
        title=_title(problem, state, words),
        question=_question(problem, state, people, words),
        answers=tuple(_answer(state, problem.seat, choice, move, words) for choice, move in enumerate(moves)),
    )


def _state(problem: DailyProblem) -> State:
    """Return where the match stood, as far as it is kept."""
    assert problem.position is not None, "a problem that is ready has one"
    return from_json(problem.position)


def _studio_name(seat: int, studio: int) -> Person:
    """Nobody of the match is named: it is about the position."""
    name = _("Studio %(number)s") % {"number": studio}
    return Person(number=seat, name=name, studio=studio, is_ai=False, user_id=None)


def _move(entry: list[Any]) -> Move:
    return from_entry([0, *entry])[1]


def _title(problem: DailyProblem, state: State, words: Words) -> str:
    place = words.location(state.location)
    if problem.kind == BID:
        if state.bid < 0:
            return _("%(place)s, before the first bid") % {"place": place}
        return _("%(place)s, at %(money)s") % {"place": place, "money": words.money(state.bid)}
    if problem.kind == TAKE:
        return _("%(place)s, your pick") % {"place": place}
    return _("%(tile)s in hand") % {"tile": words.tile(state.hand[0])}


def _question(problem: DailyProblem, state: State, people: Sequence[Person], words: Words) -> str:
    if problem.kind == BID:
        if state.bid < 0:
            return _("Nobody has bid yet. Your answer?")
        said = {"name": people[state.leader].name, "money": words.money(state.bid)}
        return _("%(name)s leads with %(money)s. Your answer?") % said
    if problem.kind == TAKE:
        return _("It is your turn to choose. Which do you take?")
    return _("Where does %(tile)s go?") % {"tile": words.tile(state.hand[0])}


def _answer(state: State, seat: int, choice: int, move: Move, words: Words) -> OfferedAnswer:
    label = _label(state, move, words)
    if isinstance(move, Take):
        tile = state.edition.tile_index[move.tile]
        return OfferedAnswer(choice, label, glyph_of(state, tile, words), best_fit(fits_of(state, seat, tile, words)))
    if isinstance(move, Place):
        tile = state.edition.tile_index[move.tile]
        space = state.edition.spaces[state.edition.screenplay_index[move.screenplay]].start + move.space
        return OfferedAnswer(choice, label, None, fits_of(state, seat, tile, words)[space])
    return OfferedAnswer(choice, label)


def _label(state: State, move: Move, words: Words) -> str:
    edition = state.edition
    match move:
        case Pass():
            return _("Pass")
        case Bid(amount):
            return _("Bid %(money)s") % {"money": words.money(amount)}
        case Take(tile):
            return words.tile(edition.tile_index[tile])
        case Discard():
            return _("Discard it")
        case Place(_tile, screenplay, index):
            title = words.screenplay(edition.screenplay_index[screenplay])
            space = edition.spaces[edition.screenplay_index[screenplay]].start + index
            if state.top[space] >= 0:
                covered = words.tile(state.top[space])
                return _("%(title)s, over %(tile)s") % {"title": title, "tile": covered}
            return f"{title}: {words.space_kind(edition.space_kind[space])}"


def _why(problem: DailyProblem, position: AskedPosition) -> str:
    """Return the reason in words, where it is about money; elsewhere the page shows what the tile does."""
    if problem.lot is None:
        return ""
    words, answer = position.words, _move(problem.answers[problem.best]["move"])
    said = {
        "worth": words.money(problem.lot["worth"]),
        "name": _("Studio %(number)s") % {"number": position.table.studios[problem.lot["rival"]].person.studio},
        "rival": words.money(problem.lot["rival_worth"]),
    }
    if isinstance(answer, Pass):
        return _("The lot is worth about %(worth)s to you, less than you would have to bid.") % said
    assert isinstance(answer, Bid)
    if problem.lot["rival_worth"] < answer.amount:
        return (
            _("The lot is worth about %(worth)s to you, but only about %(rival)s to %(name)s: one bid may do.") % said
        )
    return _("The lot is worth about %(worth)s to you; %(name)s may go to about %(rival)s.") % said


def _worths(problem: DailyProblem, position: AskedPosition) -> tuple[WorthBar, ...]:
    if problem.lot is None:
        return ()
    lot, studios = problem.lot, position.table.studios
    pairs = [(problem.seat, lot["worth"]), (lot["rival"], lot["rival_worth"])]
    widest = max(1, *(worth for _seat, worth in pairs))
    return tuple(
        WorthBar(
            name=studios[seat].person.name,
            money=position.words.money(worth),
            share=_percent(worth, widest),
            is_mine=seat == problem.seat,
        )
        for seat, worth in pairs
    )


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
