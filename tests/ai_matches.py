"""Matches between AIs alone, played by whatever worker there is: `python -m tests.ai_matches open`, `look` or `play`.

`open EDITION COUNT LEVEL…` begins as many matches, each with these levels on its seats; `look` tells how they stand as
JSON; `play EDITION LEVEL…` plays one to its end and tells its number. All work on DATABASE_URL.
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
    from games.play.services.moves import begin_match

    host, _ = User.objects.get_or_create(username="host of the machines")
    for number in range(count):
        with transaction.atomic():
            match = Match.objects.create(
                title=f"Machines {number}", edition_id=edition, size=len(levels), host=host, fast_ai=True
            )
            Seat.objects.bulk_create(Seat(match=match, number=seat, ai_level=name) for seat, name in enumerate(levels))
            begin_match(match=match)


def look() -> dict[str, Any]:
    """How many are over, how many moves were made, and how many brains failed."""
    from games.models import BrainFailure, Match, PlayedMove

    return {
        "matches": Match.objects.count(),
        "over": Match.objects.filter(status=Match.Status.FINISHED).count(),
        "moves": PlayedMove.objects.count(),
        "failures": BrainFailure.objects.count(),
    }


def play(edition: str, levels: list[str]) -> int:
    """Play one match to its end right here."""
    from games.models import Match
    from games.play.services.ai_turns import answer

    open_matches(edition, 1, levels)
    match = Match.objects.latest("pk")
    while match.status == Match.Status.RUNNING:  # a worker may be answering as well
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db(fields=["number", "status"])
    return int(match.pk)


def main(verb: str, *details: str) -> None:
    """Does what is asked on the database that the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if verb == "open":
        open_matches(details[0], int(details[1]), list(details[2:]))
    elif verb == "play":
        sys.stdout.write(str(play(details[0], list(details[1:]))))
    else:
        sys.stdout.write(json.dumps(look()))


if __name__ == "__main__":
    main(*sys.argv[1:])
