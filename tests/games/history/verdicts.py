"""Who gets what from an address about a match that is over, or a record."""

from django.test import Client

from accounts.models import User
from games.history.services import import_record
from games.models import Match
from tests.games.analysis.records import SHORT
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import browser_of
from tests.games.matches import begin, finish
from tests.games.notices.test_permissions import verdict


def verdicts_of(path: str, method: str, people: People, table: Tables, guest: User) -> tuple[object, ...]:
    """Ask as a stranger, a guest, somebody else, a player and a moderator, of a match that is not listed; or a record.

    In the path /tables/1/ stands for the match, and /records/x/ for the record.
    """
    match = finish(begin(people, table, "grace"))
    Match.objects.update(visibility=Match.Visibility.UNLISTED)
    imported = import_record(owner=people("ada"), raw=SHORT.read_bytes())
    visitor = Client()
    visitor.force_login(guest)
    others = [browser_of(who, people) for who in ("user", "grace", "moderator")]
    there = path.replace("/tables/1/", f"/tables/{match.pk}/").replace("/records/x/", f"/records/{imported.token}/")
    return tuple(verdict(client, method, there) for client in (browser_of("anonymous", people), visitor, *others))
