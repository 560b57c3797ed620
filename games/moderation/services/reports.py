"""Reporting somebody or something, and what moderators do about it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.mail.services import write_letter
from accounts.models import User
from accounts.people.services.locking import lock_person
from accounts.staff.services.trace import trace
from games.clean_text import several_lines
from games.models import ChatLine, Match, Report
from games.moderation.selectors import context_of, reports_for
from games.play.refusals import ActionRefused

MOST_IN_A_DAY: Final = 20
ANSWER: Final = "games.report"


class NotReported(ActionRefused):
    reason = _("You cannot report yourself.")


class TooManyReports(ActionRefused):
    reason = _("You have sent many reports today. The moderators will look at them; please come back tomorrow.")


class ReportClosed(ActionRefused):
    reason = _("This report has already been closed.")


class NotYours(ActionRefused):
    reason = _("You cannot decide about this report: it concerns you, or a match you play in.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a report is about: a person, a line of talk, a match, or somebody at a match."""

    about: User | None = None
    match: Match | None = None
    line: ChatLine | None = None


def report(*, reporter: User, subject: Subject, kind: str, words: str) -> Report:
    """Write a report with what stands around it; the same again while it is open is the same report."""
    if subject.about == reporter:
        raise NotReported
    with transaction.atomic():
        reporter = lock_person(reporter)
        same = Report.objects.filter(
            reporter=reporter, about=subject.about, match=subject.match, line=subject.line, kind=kind, closed_at=None
        ).first()
        if same is not None:
            return same
        if reporter.reports_made.filter(made_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_IN_A_DAY:
            raise TooManyReports
        return Report.objects.create(
            reporter=reporter,
            about=subject.about,
            match=subject.match,
            line=subject.line,
            kind=kind,
            words=several_lines(words),
            context=context_of(subject.match, subject.line),
        )


def flag(
    *,
    pattern: str,
    kind: str,
    about: User,
    match: Match,
    signal: str,
    evidence: dict[str, Any],
    also_about: User | None = None,
) -> Report:
    """Show moderators what the site itself saw; the same pattern while it is open is the same report.

    What is seen besides joins what is there; what somebody works on already stays as they read it.
    """
    seen = {"kind": kind, "about": about, "also_about": also_about, "match": match}
    with transaction.atomic():
        row, is_new = Report.objects.select_for_update(of=("self",)).get_or_create(
            pattern=pattern, closed_at=None, defaults={**seen, "context": {"signals": {signal: evidence}}}
        )
        if not is_new and row.claimed_by_id is None:
            row.context = {**row.context, "signals": {**row.context.get("signals", {}), signal: evidence}}
            row.save(update_fields=["context"])
        return row


def claim_report(*, actor: User, report_id: int) -> Report:
    """Take a report on, so that two of the staff do not do the same."""
    with transaction.atomic():
        row = _lock_open(actor, report_id)
        before = {"claimed_by": row.claimed_by_id}
        row.claimed_by = actor
        row.save(update_fields=["claimed_by"])
        trace(
            actor=actor,
            verb="claim report",
            why=row.get_kind_display(),
            target=row,
            person=row.about,
            before=before,
            after={"claimed_by": actor.pk},
        )
        return row


def note_report(*, actor: User, report_id: int, note: str) -> Report:
    """Write something down for the next who reads it."""
    with transaction.atomic():
        row = _lock_open(actor, report_id)
        before = {"note": row.note}
        row.note = note
        row.save(update_fields=["note"])
        trace(
            actor=actor,
            verb="note report",
            why=note,
            target=row,
            person=row.about,
            before=before,
            after={"note": note},
        )
        return row


def close_report(*, actor: User, report_id: int, outcome: str, why: str, answer: str = "") -> Report:
    """Settle a report and answer whoever made it; what the site saw itself has nobody to answer."""
    with transaction.atomic():
        row = _lock_open(actor, report_id)
        row.outcome, row.answer, row.closed_at = outcome, answer, timezone.now()
        row.claimed_by = row.claimed_by or actor
        if any(person is not None and person.left_at is not None for person in (row.about, row.also_about)):
            row.context = {}  # kept about who has left, for this decision alone
        row.save(update_fields=["outcome", "answer", "closed_at", "claimed_by", "context"])
        trace(
            actor=actor,
            verb="close report",
            why=why,
            target=row,
            person=row.about,
            before={"open": True},
            after={"outcome": outcome, "answer": answer},
        )
        if row.reporter is not None:
            write_letter(user=row.reporter, kind=ANSWER, event=f"report/{row.pk}", about={"report": row.pk})
        return row


def see_answers(*, user: User) -> None:
    """Whoever reported has read what came of it."""
    answered = Report.objects.filter(reporter=user, answer_seen_at=None, closed_at__isnull=False)
    answered.update(answer_seen_at=timezone.now())


def forget_reports(*, user: User) -> None:
    """Whoever leaves takes along what was kept about them in reports that are settled, and their own words."""
    kept = Report.objects.filter(Q(about=user) | Q(also_about=user), closed_at__isnull=False)
    kept.update(context={})
    Report.objects.filter(reporter=user).update(words="")


def _lock_open(actor: User, report_id: int) -> Report:
    row = Report.objects.select_for_update().select_related(None).get(pk=report_id)
    if not reports_for(actor).filter(pk=row.pk).exists():
        raise NotYours
    if not row.is_open:
        raise ReportClosed
    return row
