"""Matches between AIs alone, played by whatever worker there is: `python -m tests.ai_matches open` or `look`.

`open EDITION COUNT LEVEL…` begins as many matches, each with these levels on its seats; `look` tells how they stand as
JSON. Both work on DATABASE_URL.
"""

import json
import os
import sys
from typing import Any


def open_matches(edition: str, count: int, levels: list[str]) -> None:
    """Begin matches by the same service as every other."""
    from django.db import transaction

    from accounts.models import User
    from games.models import Match, Seat
    from games.services.play import begin_match

    host, _ = User.objects.get_or_create(username="host of the machines")
    for number in range(count):
        with transaction.atomic():
            match = Match.objects.create(
                title=f"Machines {number}", edition_id=edition, size=len(levels), host=host, fast_ai=True
            )
            Seat.objects.bulk_create(Seat(match=match, number=seat, ai_level=name) for seat, name in enumerate(levels))
            begin_match(match=match)


def look() -> dict[str, Any]:
    """How many are over, how many moves were made, what failed, and what is wrong with which match."""
    from games.models import BrainFailure, Match, PlayedMove

    matches = Match.objects.all()
    over = [match for match in matches if match.status == Match.Status.FINISHED]
    return {
        "matches": len(matches),
        "over": len(over),
        "moves": PlayedMove.objects.count(),
        "failures": BrainFailure.objects.count(),
        "waiting_for_nobody": [
            match.pk for match in matches if match.status == Match.Status.RUNNING and match.ai_due_at is None
        ],
        "wrong": [f"{match.pk}: {what}" for match in over if (what := wrong_with(match))],
    }


def wrong_with(match: Any) -> str:
    """What a finished match breaks of what must hold for every match."""
    from games.engine import to_json
    from games.services.history import state_after

    entries = list(match.moves.order_by("number"))
    if [entry.number for entry in entries] != list(range(1, match.number + 1)):
        return "its numbers have a gap"
    if to_json(state_after(match)) != match.state:
        return "its moves do not lead to its state"
    if not all(entry.by_ai for entry in entries):
        return "somebody else moved"
    state = match.read_state()
    if sum(state.money) + state.pot != match.edition.money[match.size] * match.size:
        return "money was lost or made"
    return ""


def main(verb: str, *details: str) -> None:
    """Does what is asked on the database that the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if verb == "open":
        open_matches(details[0], int(details[1]), list(details[2:]))
    else:
        sys.stdout.write(json.dumps(look()))


if __name__ == "__main__":
    main(*sys.argv[1:])
