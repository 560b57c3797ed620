"""The measured figures as a table to read: on a terminal, and in the docs."""

from collections.abc import Iterable, Iterator

from games.ai.measured import Measured, MeasuredPairing, Times


def lines(pairings: Iterable[MeasuredPairing], times: Iterable[Times]) -> Iterator[str]:
    """For a terminal."""
    yield f"{'hero v rival':<32}{'edition':<22}{'seats':>5}{'blocks':>8}{'games':>7}  {'share':>6}  {'95 %':<15}target"
    for one in pairings:
        target = "-" if one.target is None else f"{one.target:.0%} {'met' if one.is_met else 'MISSED'}"
        bounds = f"{one.low:.1%} - {one.high:.1%}"
        yield (
            f"{one.hero + ' v ' + one.rival:<32}{one.edition:<22}{one.seats:>5}{one.blocks:>8}{one.games:>7}  "
            f"{one.share:>6.1%}  {bounds:<15}{target}"
        )
    yield ""
    yield f"{'level':<20}{'edition':<22}{'seats':>5}{'decisions':>11}{'p50 ms':>10}{'p95 ms':>10}{'max ms':>10}"
    for one_time in times:
        yield (
            f"{one_time.level:<20}{one_time.edition:<22}{one_time.seats:>5}{one_time.decisions:>11}"
            f"{one_time.p50_ms:>10.2f}{one_time.p95_ms:>10.2f}{one_time.max_ms:>10.2f}"
        )


def markdown(measured: Measured) -> Iterator[str]:
    """For the docs."""
    yield f"Measured on {measured.measured_on} at commit {measured.commit}."
    yield ""
    yield "| pairing | edition | seats | blocks | games | share | 95 % interval | even | target |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    yield from (_pairing_row(one) for one in (*measured.pairings, *measured.checks))
    yield ""
    yield "| level | edition | seats | decisions | p50 | p95 | max |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    yield from (_times_row(one) for one in measured.times)
    yield ""
    rated = sorted(measured.ratings.items(), key=lambda pair: pair[1])
    yield "Ratings: " + ", ".join(f"{level} {rating}" for level, rating in rated) + "."


def _pairing_row(one: MeasuredPairing) -> str:
    target = "" if one.target is None else f"{one.target:.0%} {'met' if one.is_met else '**missed**'}"
    return (
        f"| {one.hero} v {one.rival} | {one.edition} | {one.seats} | {one.blocks} | {one.games} | {one.share:.1%} "
        f"| {one.low:.1%} to {one.high:.1%} | {one.even:.0%} | {target} |"
    )


def _times_row(one: Times) -> str:
    return (
        f"| {one.level} | {one.edition} | {one.seats} | {one.decisions} "
        f"| {one.p50_ms:.1f} ms | {one.p95_ms:.1f} ms | {one.max_ms:.1f} ms |"
    )
