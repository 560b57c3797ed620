"""An Atom feed of the matches that somebody has finished, as everybody may read them in the history."""

from datetime import datetime
from typing import Any, Final

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.selectors import person_named
from games.history.filters import HistoryFilters
from games.history.selectors import public_history
from games.labels import seat_name, table_name
from games.lobby.selectors import HEAVY, SEATS
from games.models import Match

NEWEST: Final = 20


class SteadyAtom(Atom1Feed):
    """A feed that says the same as long as nothing happens: an empty one is as old as its person's account."""

    def latest_post_date(self) -> datetime:
        """Tell when it last changed."""
        since: datetime = self.feed["since"]
        return super().latest_post_date() if self.items else since


class FinishedMatches(Feed):  # type: ignore[type-arg] # Django's own has none at run time
    """One person's newest matches."""

    feed_type = SteadyAtom

    def get_object(self, request: HttpRequest, name: str) -> User:
        """Find the person; whoever has no public page has no feed."""
        person = person_named(name)
        if not person.has_page:
            raise Http404
        return person

    def title(self, person: User) -> str:
        """Name the feed."""
        return _("Dream Factory: matches of %(name)s") % {"name": person.display_name}

    def link(self, person: User) -> str:
        """Lead to the person's page."""
        return person.get_absolute_url()

    def feed_guid(self, person: User) -> str:
        """Stay the same when the person is renamed."""
        return f"tag:people/{person.pk}/matches"

    def feed_extra_kwargs(self, person: User) -> dict[str, Any]:
        """Tell since when there could have been something."""
        return {"since": person.date_joined}

    def items(self, person: User) -> list[Match]:
        """Return the newest matches."""
        found = public_history(HistoryFilters(player=person.username)).select_related("host").prefetch_related(SEATS)
        return list(found.defer(*HEAVY).order_by("-shown_at", "-pk")[:NEWEST])

    def item_title(self, match: Match) -> str:
        """Name the match."""
        return table_name(match)

    def item_description(self, match: Match) -> str:
        """Tell the result, the best first."""
        seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
        return ", ".join(f"{seat.place}. {seat_name(seat)} {seat.score}" for seat in seats)

    def item_link(self, match: Match) -> str:
        """Lead to the replay."""
        return reverse("replay", args=[match.pk])

    def item_pubdate(self, match: Match) -> datetime | None:
        """Tell when it was over."""
        return match.finished_at

    def item_updateddate(self, match: Match) -> datetime | None:
        """Tell the same: what was played stays as it is."""
        return match.finished_at
