"""A match of two people who are logged in: `python -m tests.two_at_a_table` makes it on DATABASE_URL, as JSON."""

import json
import os
import sys
from typing import Any


def seat_two() -> dict[str, Any]:
    """Their match, and the sessions of their browsers by their seats; besides, matches of the host's against an AI."""
    from accounts.models import User
    from games.lobby.services.seating import join_table
    from games.lobby.services.tables import TableOptions, open_table
    from games.models import Match

    host, friend = (User.objects.create_user(name, is_guest=False) for name in ("ada", "grace"))
    options = TableOptions(size=2, pace=Match.Pace.SLOW, decision_seconds=86400)
    match = open_table(host=host, options=options)
    join_table(match_id=match.pk, user=friend)
    alone = TableOptions(size=2, host_begins=True)
    against_ai = [open_table(host=host, options=alone, ai_levels=("trainee",)).pk for _ in range(2)]
    seats = match.seats.order_by("number").select_related("user")
    return {"match": match.pk, "sessions": [log_in(seat.user) for seat in seats if seat.user], "alone": against_ai}


def log_in(user: Any) -> str:
    """The key of a session of theirs."""
    from django.test import Client

    client = Client()
    client.force_login(user, backend="accounts.entrance.backends.NameOrEmailBackend")
    return str(client.session.session_key)


def main() -> None:
    """Does it on the database that the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(json.dumps(seat_two()))


if __name__ == "__main__":
    main()
