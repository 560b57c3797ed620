"""What stands under somebody's bell."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, IntegerField, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Letter, User
from games.lobby.rows import TableRow, rows_of
from games.lobby.selectors import seats_asked, tables_asked
from games.mail.news import News, tell_news
from games.play.services.notices import NEWS

# So many are told below the bell, and on the page.
SHORT, LONG = 8, 60
MOST_WAITING: Final = 30


@dataclass(frozen=True, slots=True)
class Bell:
    """What waits, what happened, and up to which letter whoever reads it has then read."""

    waiting: list[TableRow]
    news: list[News]
    until: int
    count: int


def count_for(user: User, *, besides: int | None = None) -> int:
    """Count what waits for somebody and what they have not read, besides at the table where they are: by one query."""
    waiting = seats_asked(user).exclude(match=besides)
    news = unread(user).exclude(about__match=besides) if besides else unread(user)
    counted = User.objects.filter(pk=user.pk).values_list(_number(waiting) + _number(news))
    return int(counted[0][0])


def bell_of(user: User, *, most: int = SHORT, besides: int | None = None) -> Bell:
    """Return what stands below the bell, the newest first."""
    tables = tables_asked(user).exclude(pk=besides or 0)
    letters = list(Letter.objects.filter(user=user, kind__in=NEWS).order_by("-pk")[:most])
    until = letters[0].pk if letters else 0
    waiting = rows_of(user, list(tables[:MOST_WAITING]))
    return Bell(waiting, tell_news(letters), until, count_for(user, besides=besides))


def unread(user: User) -> QuerySet[Letter]:
    return Letter.objects.filter(user=user, kind__in=NEWS, read_at=None)


def _number(rows: QuerySet[Letter] | QuerySet[Model]) -> Coalesce:
    """Count rows inside a query; all of them are of the one person whom it asks for."""
    of_one = rows.filter(user=OuterRef("pk")).order_by().values("user").annotate(number=Count("pk"))
    return Coalesce(Subquery(of_one.values("number"), output_field=IntegerField()), 0)
