"""Measures how far forecasts of who wins can be believed, and finds how ends in thought are to be read."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.ai.calibration import by_ends_alone, fit, judge, judge_places
from games.ai.deals import CHECKING, PUBLISHED
from games.ai.forecast import ALONE, BESIDE_PROMISES, FIGURES, Trust, Trusts
from games.ai.positions import ROLLOUTS, PositionSample, look_back_at_record, positions_of
from games.ai.tenths import better_than_score, tenths_of
from games.engine import RecordRefused, State, edition_files, load_edition, replay
from games.engine.state import OVER
from games.history.timeline import timeline_of_record
from games.management.commands.replay import read_file

SEATS: Final = (2, 3, 4, 5)

Case = tuple[str, int]


class Command(BaseCommand):
    """`manage.py calibrate [--edition E] [--seats N] [--positions P] [--fit] [--publish] [--json]`."""

    help = "Measure how far forecasts of who wins can be believed, on deals kept apart from those they were fitted on."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for what is measured, and how long."""
        parser.add_argument("--edition", choices=edition_files(), help="one edition (default: all)")
        parser.add_argument("--seats", type=int, choices=SEATS, help="one number of seats (default: all)")
        parser.add_argument("--positions", type=int, default=200, help="positions for each (default 200)")
        parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help=f"for each position (default {ROLLOUTS})")
        parser.add_argument("--knows-all", action="store_true", help="forecasts that know what was hidden")
        parser.add_argument("--records", type=Path, nargs="+", metavar="FILE", help="measure on these match records")
        parser.add_argument(
            "--fit", action="store_true", help="first find anew, on other deals of every kind, how ends are read"
        )
        parser.add_argument("--publish", action="store_true", help="keep the figures for the page about the AIs")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Measure every edition and number of seats that was asked for."""
        if min(options["positions"], options["rollouts"]) < 1:
            raise CommandError("--positions and --rollouts must be 1 or more")
        if options["records"] and (options["fit"] or options["publish"]):
            raise CommandError("--records only measures: what is fitted and published comes from deals kept apart")
        if options["knows_all"] and (options["fit"] or options["publish"]):
            raise CommandError("--knows-all only measures: what is shown knows what everybody could")
        kept = json.loads(FIGURES.read_text())
        if options["fit"]:
            kept["trust"] = _fit(options)
        win, place = kept["trust"][BESIDE_PROMISES]
        measured = _measure(_from_records(options) if options["records"] else _played(options), (win, place))
        if options["publish"]:
            for name in ("results", "places"):
                kept[name] = _with_others(kept[name], measured[name])
        if options["fit"] or options["publish"]:
            FIGURES.write_text(json.dumps(kept, indent=1) + "\n")
        self.stdout.write(json.dumps({"results": measured["results"]}) if options["json"] else _text(measured))


def _fit(options: dict[str, Any]) -> dict[str, Trusts]:
    """Return what a point counts, by all editions and numbers of seats together."""
    cases = [(edition, seats) for edition in sorted(edition_files()) for seats in SEATS]
    positions = [one for case in cases for one in _look(case, CHECKING, options)]
    return {BESIDE_PROMISES: _rounded(fit(positions)), ALONE: _rounded(fit(by_ends_alone(positions)))}


def _rounded(trusts: Trusts) -> Trusts:
    win, place = (Trust(*(round(kind, 4) for kind in trust)) for trust in trusts)
    return win, place


def _played(options: dict[str, Any]) -> Iterable[tuple[Case, list[PositionSample]]]:
    """Yield positions of matches played for this."""
    editions = [options["edition"]] if options["edition"] else sorted(edition_files())
    for edition in editions:
        for seats in [options["seats"]] if options["seats"] else SEATS:
            yield (edition, seats), _look((edition, seats), PUBLISHED, options)


def _look(case: Case, label: str, options: dict[str, Any]) -> list[PositionSample]:
    edition, seats = case
    wanted, knows_all, rollouts = options["positions"], options["knows_all"], options["rollouts"]
    found = positions_of(load_edition(edition), seats, label, wanted, knows_all=knows_all, rollouts=rollouts)
    return list(tqdm(found, total=wanted, desc=f"{edition}, {seats} seats, {label}", leave=False, disable=None))


def _from_records(options: dict[str, Any]) -> Iterable[tuple[Case, list[PositionSample]]]:
    """Yield positions of matches that anybody played."""
    found: dict[Case, list[PositionSample]] = {}
    for path in tqdm(options["records"], desc="records", leave=False, disable=None):
        states = _states(path)
        case = (states[0].edition.id, states[0].setup.seats)
        seen = look_back_at_record(states, knows_all=options["knows_all"], rollouts=options["rollouts"])
        found.setdefault(case, []).extend(seen)
    yield from sorted(found.items())


def _states(path: Path) -> Sequence[State]:
    try:
        record = read_file(path)
        replay(record)
    except RecordRefused as refusal:
        raise CommandError(f"{path}: refused at {refusal.where}: {refusal.why}") from refusal
    assert isinstance(record, dict), "nothing else could be played"
    states = timeline_of_record(record).states
    if states[-1].phase != OVER:
        raise CommandError(f"{path}: the match has not ended")
    return states


def _measure(cases: Iterable[tuple[Case, list[PositionSample]]], trusts: Trusts) -> dict[str, list[dict[str, Any]]]:
    win, place = trusts
    by = Trust(*win), Trust(*place)
    results, places = [], []
    for (edition, seats), positions in cases:
        about = {"edition": edition, "seats": seats, "positions": len(positions)}
        results.append({**about, **judge(positions, by)})
        places.append({**about, **judge_places(positions, by)})
    return {"results": results, "places": places}


def _with_others(known: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return new figures, and the known ones of what was not measured now."""
    measured = {(row["edition"], row["seats"]) for row in new}
    others = [row for row in known if (row["edition"], row["seats"]) not in measured]
    return sorted([*others, *new], key=lambda row: (row["edition"], row["seats"]))


def _text(measured: dict[str, list[dict[str, Any]]]) -> str:
    lines = [f"{'edition':22} seats positions   ours  score   even  better   places: ours  score   even"]
    for row, places in zip(measured["results"], measured["places"], strict=True):
        brier = row["brier"]
        lines.append(
            f"{row['edition']:22} {row['seats']:5} {row['positions']:9} "
            f"{brier['ours']:6.3f} {brier['score']:6.3f} {brier['even']:6.3f} {better_than_score(brier):6.0%} "
            f"{places['ours']:15.2f} {places['score']:6.2f} {places['even']:6.2f}"
        )
    for seats in sorted({row["seats"] for row in measured["results"]}):
        lines.append(f"\n{seats} seats: said  won   95 % interval   count")
        for tenth in tenths_of(row for row in measured["results"] if row["seats"] == seats):
            low, high = tenth.interval
            lines.append(
                f"{tenth.said:13.1%} {tenth.won:6.1%}  {low:5.1%} to {high:6.1%} {tenth.count:7}  {tenth.verdict}"
            )
    return "\n".join(lines)
