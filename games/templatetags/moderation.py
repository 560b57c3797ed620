"""What waits for staff."""

from typing import Any

from django import template
from django.template import Context

from accounts.models import Appeal, User
from accounts.staff.services.factors import people_waiting
from games.models import Match
from games.moderation.selectors import reports_for
from games.play.selectors.maintenance import maintenance_now

register = template.Library()


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
