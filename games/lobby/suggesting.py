"""Which level suits somebody next, from how they did against the AIs: one step at a time, and kindly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef

from accounts.models import User
from accounts.people.panels import Panel
from games.ai.levels import OFFERED_LEVELS
from games.edition_words import level_name
from games.lobby.selectors import finished_of
from games.models import Match, Seat

LADDER: Final = tuple(level for level in OFFERED_LEVELS if ":" not in level)
LOOKED_AT: Final = 5  # of somebody's latest matches
ENOUGH_WINS: Final = 2
ENOUGH_LOSSES: Final = 3
OF: Final = 3  # so many of the level that was played last count
CLEARLY: Final = 15  # points ahead of all AIs: one such match is enough
FAR: Final = 20  # points behind the winner
NEWCOMER: Final = 20  # whoever has played more knows what they want


@dataclass(frozen=True, slots=True)
class AiResult:
    """A match against AIs: the strongest level there, and by how many points it was won or, below nothing, lost."""

    level: str
    lead: int
    is_won: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The level to begin with next, beside the one that was played last; `kind` is harder, easier or same."""

    level: str
    played: str
    kind: str

    @property
    def level_name(self) -> str:
        return level_name(self.level)

    @property
    def played_name(self) -> str:
        return level_name(self.played)


def suggest_level(results: Sequence[AiResult]) -> Suggestion | None:
    """Return what suits somebody after these matches, the latest first; None for whoever has played none."""
    if not results:
        return None
    played = results[0].level
    latest = [result for result in results[:LOOKED_AT] if result.level == played][:OF]
    step = _step(latest)
    level = LADDER[min(max(LADDER.index(played) + step, 0), len(LADDER) - 1)]
    kind = "same" if level == played else "harder" if step > 0 else "easier"
    return Suggestion(level, played, kind)


def _step(latest: Sequence[AiResult]) -> int:
    """One up after wins, one down only after several matches that were far from one."""
    if latest[0].is_won and (latest[0].lead >= CLEARLY or sum(one.is_won for one in latest) >= ENOUGH_WINS):
        return 1
    far_behind = [one for one in latest if one.lead <= -FAR]
    return -1 if len(far_behind) >= ENOUGH_LOSSES else 0


def results_against_ais(user: User) -> list[AiResult]:
    """Return somebody's latest matches alone with AIs that they played themselves to the end, in two queries."""
    others = Seat.objects.filter(match=OuterRef("match"), user__isnull=False).exclude(user=user)
    mine = finished_of(user).filter(place__isnull=False, match__voided_at=None, match__copied=None, taken_over_at=None)
    mine = mine.filter(~Exists(others), decisions_by_ai__lte=F("decisions"))
    latest = list(mine.values_list("match", "score", "place")[:LOOKED_AT])
    rivals = _rivals([match_id for match_id, _score, _place in latest])
    return [_result(rivals[match_id], score, place) for match_id, score, place in latest if rivals.get(match_id)]


def suggestion_for(user: User, *, finished: int) -> Suggestion | None:
    """Return what is suggested to somebody who has finished so many matches; nothing to whoever knows the place."""
    return suggest_level(results_against_ais(user)) if 0 < finished <= NEWCOMER else None


def ending_suggestion(match: Match) -> Panel | None:
    """Return the step that suits next, at the end of somebody's latest match alone with AIs; nothing elsewhere."""
    seats = list(match.seats.exclude(user=None).select_related("user")[:2])
    user = seats[0].user if len(seats) == 1 else None
    if user is None or seats[0].conceded_at is not None:
        return None
    finished = finished_of(user).filter(match__copied=None)
    if finished.values_list("match", flat=True).first() != match.pk:
        return None
    found = suggestion_for(user, finished=finished.count())
    if found is None or found.kind == "same":
        return None
    return Panel("games/levels/ending.html", {"suggestion": found}, order=50)


def _rivals(matches: list[int]) -> dict[int, list[tuple[str, int]]]:
    """By match the levels of its AIs, without their styles, and their scores."""
    found: dict[int, list[tuple[str, int]]] = {}
    rows = Seat.objects.filter(match__in=matches).exclude(ai_level="").values_list("match", "ai_level", "score")
    for match_id, level, score in rows:
        ladder = level.split(":")[0]
        if ladder in LADDER and score is not None:
            found.setdefault(match_id, []).append((ladder, score))
    return found


def _result(rivals: list[tuple[str, int]], score: int | None, place: int | None) -> AiResult:
    level = max((level for level, _score in rivals), key=LADDER.index)
    return AiResult(level, (score or 0) - max(score for _level, score in rivals), is_won=place == 1)
