"""What waits for staff."""

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.contrib import admin
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.admin.tools import Tool
from accounts.models import Appeal, User
from accounts.staff.real_history import recent_acts
from accounts.staff.services.factors import people_waiting
from games.models import Match, Report
from games.moderation.selectors import reports_for
from games.play.selectors.maintenance import maintenance_now
from games.staff_pages.match_page import MatchPage, match_page
from games.staff_pages.report_page import ReportPage, report_page

register = template.Library()
register.simple_tag(recent_acts)

# The pages of the team's daily work: what they are called, where they are, and what one needs to see them.
TEAM_PAGES: Final = (
    (_("Reports"), "admin:games_report_changelist", "games.view_report"),
    (_("Matches"), "admin:games_match_changelist", "games.view_match"),
    (_("People"), "admin:accounts_user_changelist", "accounts.see_person"),
    (_("Words"), "admin:games_filterword_changelist", "games.view_filterword"),
    (_("Appeals"), "admin:accounts_appeal_changelist", "accounts.view_appeal"),
    (_("Trace"), "admin:accounts_staffact_changelist", "accounts.view_staffact"),
    (_("Engine room"), "engine-room", "games.keep_house"),
)


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A link in the bar of the admin."""

    words: str
    url: str
    is_here: bool


@register.simple_tag
def team_pages(request: HttpRequest) -> list[TeamPage]:
    """Return where the reader may go: {% team_pages request as pages %}."""
    found = [(str(words), reverse(name)) for words, name, permission in TEAM_PAGES if request.user.has_perm(permission)]
    return [TeamPage(words, url, request.path.startswith(url)) for words, url in found]


@register.simple_tag
def staff_match_page(match: Match, request: HttpRequest) -> MatchPage:
    """Return a match in words: {% staff_match_page original request as page %}."""
    assert isinstance(request.user, User)
    before = request.GET.get("before", "")
    return match_page(match, request.user, int(before[:9]) if before.isascii() and before.isdecimal() else None)


@register.simple_tag
def staff_report_page(report: Report, request: HttpRequest) -> ReportPage:
    """Return a report in words: {% staff_report_page original request as page %}."""
    assert isinstance(request.user, User)
    return report_page(report, reports_for(request.user))


@register.simple_tag
def person_tools(request: HttpRequest, person: User) -> list[tuple[Tool, str]]:
    """Return what the reader may do about somebody: {% person_tools request person as tools %}."""
    page: Any = admin.site.get_model_admin(User)
    return page.tools_for(request.user, person) if person != request.user else []


@register.inclusion_tag("admin/waiting.html", takes_context=True)
def what_waits(context: Context) -> dict[str, Any]:
    """Return how many reports, appeals and broken matches wait: {% what_waits %}."""
    reader = context["request"].user
    assert isinstance(reader, User)
    reports = reports_for(reader).filter(closed_at=None)
    return {
        "reports": reports.count() if reader.has_perm("games.view_report") else None,
        "unclaimed": reports.filter(claimed_by=None).count(),
        "appeals": Appeal.objects.filter(answered_at=None).count() if reader.has_perm("accounts.view_appeal") else None,
        "factors": people_waiting() if reader.has_perm("accounts.change_user") else None,
        "set_aside": Match.objects.filter(set_aside_at__isnull=False).count(),
        "maintenance": maintenance_now(),
        "is_operator": reader.has_perm("games.keep_house"),
    }
