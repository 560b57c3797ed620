"""Who gets what from every address of the admin: a table made over all its addresses, roles and tools."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.utils import timezone

from accounts.models import Announcement, Block, Sanction, StaffAct, User
from accounts.sanctions.services.appeals import appeal
from accounts.sanctions.services.sanctions import impose
from accounts.staff.services.addresses import ban_address
from config.urls import urlpatterns as site_urls
from games.models import BrainFailure, ChatLine, DailyProblem, FilterWord, Maintenance, Match
from games.moderation.services.reports import Subject, report
from games.talk.services import say
from games.urls import urlpatterns as rooms
from tests.games.conftest import People
from tests.moderation.conftest import ROLES, Staff

pytestmark = pytest.mark.django_db
LOG_IN, NO = "log in", 403

# What a helper, a moderator and an administrator get; strangers log in, and everybody else is refused.
ALL, MODERATORS, ADMINISTRATORS, NOBODY = (200, 200, 200), (NO, 200, 200), (NO, NO, 200), (NO, NO, NO)
# A person is their file; roles are for administrators.
FILE = (302, 302, 200)

# address: what each gets on GET. Where a model has no page for something, Django answers 403 to all.
TABLE: dict[str, tuple[int, int, int]] = {
    "index": ALL,
    "login": (302, 302, 302),
    "logout": (405, 405, 405),
    "password_change": (302, 302, 302),
    "password_change_done": ALL,
    "autocomplete": NOBODY,
    "jsi18n": ALL,
    "view_on_site": (302, 302, 302),
    "app_list": ALL,
    "person-file": ALL,
    "match-secrets": MODERATORS,
    "auth_user_password_change": NOBODY,
    "accounts_user_changelist": ALL,
    "accounts_user_add": NOBODY,
    "accounts_user_history": ALL,
    "accounts_user_delete": NOBODY,
    "accounts_user_change": FILE,
    "accounts_block": MODERATORS,
    "accounts_sanction": ALL,
    "accounts_appeal": MODERATORS,
    "accounts_staffact": MODERATORS,
    "accounts_addressban": MODERATORS,
    "accounts_addressban_add": MODERATORS,
    "accounts_announcement": MODERATORS,
    "accounts_announcement_add": MODERATORS,
    "accounts_announcement_delete": ADMINISTRATORS,
    "auth_group": ADMINISTRATORS,
    "games_match": ALL,
    "games_playedmove": ALL,
    "games_brainfailure": ADMINISTRATORS,
    "games_chatline": ALL,
    "games_filterword": MODERATORS,
    "games_filterword_add": MODERATORS,
    "games_filterword_delete": MODERATORS,
    "games_report": ALL,
    "games_dailyproblem": MODERATORS,
    "games_maintenance": MODERATORS,
    "games_maintenance_add": ADMINISTRATORS,
}
# model/tool: who may. Tools that make no sense for the row as it is lead back to its page.
TOOLS: dict[str, tuple[int, int, int]] = {
    "accounts.user/note": ALL,
    "accounts.user/warning": MODERATORS,
    "accounts.user/mute": ALL,
    "accounts.user/unrated": MODERATORS,
    "accounts.user/rename": MODERATORS,
    "accounts.user/suspension": MODERATORS,
    "accounts.user/ban": MODERATORS,
    "accounts.user/delete": ADMINISTRATORS,
    "accounts.user/confirm-factor": (NO, NO, 302),
    "accounts.user/remove-factors": (NO, NO, 302),
    "accounts.sanction/lift": ALL,
    "accounts.appeal/answer": MODERATORS,
    "accounts.addressban/lift": MODERATORS,
    "games.match/pause": MODERATORS,
    "games.match/resume": (NO, 302, 302),
    "games.match/ai": MODERATORS,
    "games.match/take-back": MODERATORS,
    "games.match/end": MODERATORS,
    "games.match/void": (NO, 302, 302),
    "games.match/count": (NO, 302, 302),
    "games.match/set-aside": MODERATORS,
    "games.match/take-up": (NO, 302, 302),
    "games.chatline/remove": MODERATORS,
    "games.chatline/restore": (NO, 302, 302),
    "games.report/claim": ALL,
    "games.report/note": ALL,
    "games.report/close": ALL,
    "games.report/settle": (302, 302, 302),
    "games.maintenance/end": (NO, NO, 302),
    "games.dailyproblem/withdraw": MODERATORS,
    "games.dailyproblem/restore": (NO, 302, 302),
}


def addresses(patterns: list[Any] | None = None) -> Iterator[URLPattern]:
    """Every address of the admin that has a name."""
    for pattern in patterns if patterns is not None else admin.site.urls[0]:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)
        elif pattern.name:
            yield pattern


PAGES = sorted({pattern.name for pattern in addresses() if not pattern.name.endswith("_do")})


def expected(name: str) -> tuple[int, int, int]:
    """What the table says: for the address itself, or for the model, whose rows nobody adds or deletes by hand."""
    if name in TABLE:
        return TABLE[name]
    model, _, kind = name.rpartition("_")
    return NOBODY if kind in ("add", "delete") else TABLE[model]


@pytest.fixture
def rows(people: People, staff: Staff, match: Match) -> dict[str, int]:
    """One row of every model."""
    moderator, ada = staff("moderator"), people("ada")
    line = say(match=match, user=ada, text="Hello")
    sanction = impose(actor=moderator, user=ada, kind="mute", reason="r", message="m", ends_at=in_days(1))
    match.moves.create(number=1, seat=0, entry=[0, "pass"], events=[])
    made = [
        ada,
        match,
        line,
        sanction,
        appeal(user=ada, sanction_id=sanction.pk, text="please"),
        ban_address(actor=moderator, network="5.6.7.8", reason="r", ends_at=in_days(1)),
        Announcement.objects.create(texts={"en": "Hello"}, ends_at=in_days(1)),
        Block.objects.create(blocker=ada, blocked=people("grace")),
        Group.objects.get(name="helper"),
        match.moves.get(),
        BrainFailure.objects.create(match=match, level="trainee", number=1, what="x"),
        FilterWord.objects.create(text="spam"),
        report(reporter=people("grace"), subject=Subject(about=ada), kind="abuse", words=""),
        Maintenance.objects.create(goes_on=False),
        DailyProblem.objects.create(day="2026-11-18"),
        StaffAct.objects.first(),
    ]
    return {row._meta.label_lower: row.pk for row in made}


def in_days(days: int) -> Any:
    return timezone.now() + timedelta(days=days)


def address(name: str, rows: dict[str, int]) -> str:
    if name == "view_on_site":
        return reverse("admin:view_on_site", args=[ContentType.objects.get_for_model(User).pk, rows["accounts.user"]])
    if name == "app_list":
        return reverse("admin:app_list", args=["games"])
    if name in ("person-file", "match-secrets", "auth_user_password_change"):
        return reverse(f"admin:{name}", args=[rows["games.match" if name == "match-secrets" else "accounts.user"]])
    model, _, kind = name.rpartition("_")
    takes_row = kind in ("history", "delete", "change") and model.replace("_", ".", 1) in rows
    return reverse(f"admin:{name}", args=[rows[model.replace("_", ".", 1)]] if takes_row else [])


def verdict(client: Client, url: str) -> Any:
    answer = client.get(url)
    asked = answer.status_code == 302 and "/login/" in answer.headers["Location"]
    return LOG_IN if asked else answer.status_code


@pytest.fixture
def staff_browsers(at_work: Callable[[str], Client], rows: dict[str, int]) -> list[Client]:
    """One for each role; the rows are there before anybody looks."""
    return [at_work(role) for role in ROLES]


# One test for the whole table: the same rows and people serve for all of it.
def test_everybody_gets_what_is_theirs(staff_browsers: list[Client], rows: dict[str, int]) -> None:
    got = {name: tuple(verdict(browser, address(name, rows)) for browser in staff_browsers) for name in PAGES}
    assert got == {name: expected(name) for name in PAGES}


def test_nobody_else_comes_in(people: People, rows: dict[str, int]) -> None:
    user, stranger = Client(), Client()
    user.force_login(people("fritz"))
    # Words for scripts, a way to a public page, and the way out.
    for name in set(PAGES) - {"jsi18n", "view_on_site", "logout"}:
        url = address(name, rows)
        assert (verdict(stranger, url), user.get(url, follow=True).status_code) == (LOG_IN, 403), name


def test_every_tool_is_in_the_table() -> None:
    known = {
        f"{model._meta.label_lower}/{tool.name}"
        for model, page in admin.site._registry.items()
        for tool in getattr(page, "tools", ())
    }
    assert known == set(TOOLS)


def test_everybody_uses_the_tools_of_their_role(staff_browsers: list[Client], rows: dict[str, int]) -> None:
    got = {tool: tuple(verdict(browser, place(tool, rows)) for browser in staff_browsers) for tool in TOOLS}
    assert got == TOOLS


def test_a_tool_without_a_reason_does_nothing(staff_browsers: list[Client], rows: dict[str, int]) -> None:
    def everything() -> list[Any]:
        return [list(model.objects.values()) for model in (Sanction, ChatLine, Match, StaffAct, User)]

    before = everything()
    for tool in set(TOOLS) - {"games.report/claim"}:  # which asks nothing
        staff_browsers[-1].post(place(tool, rows), {"why": " ", "message": "Hello", "days": "1", "answer": "No"})
    assert everything() == before


def place(tool: str, rows: dict[str, int]) -> str:
    model, _, name = tool.partition("/")
    return reverse(f"admin:{model.replace('.', '_')}_do", args=[rows[model], name])


def test_every_part_of_the_site_has_a_table_of_its_own() -> None:
    """A new part of the addresses needs a table like this one, in the tests of its app."""
    parts = [pattern.urlconf_name for pattern in [*site_urls, *rooms] if isinstance(pattern, URLResolver)]
    named = {part.__name__ for part in parts if not isinstance(part, list)}  # the admin's is a list
    own = (
        *("lobby", "table", "talk", "learn", "history", "moderation", "notices", "api", "operations", "watch"),
        *("analysis", "playing_on", "feeds", "groups", "problems", "thanks", "tournaments"),
    )
    of_games = {f"games.{room}.urls" for room in own}
    assert named == {*of_games, "games.urls", "accounts.urls", "leaderboard.urls", "config.about.urls"}
    assert all(isinstance(pattern, URLResolver) for pattern in rooms)
    assert {pattern.name for pattern in site_urls if isinstance(pattern, URLPattern)} == {
        *("readiness", "metrics", "version", "styleguide")
    }
