"""Reporting a person, a line of talk or a match: plain pages, for everybody with an account."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.guest_access import UserRequest, account_required
from accounts.people.selectors import person_named
from games.moderation.forms import ReportForm
from games.moderation.selectors import answers_for, line_under
from games.moderation.services.reports import Subject, report, see_answers
from games.play.refusals import ActionRefused
from games.play.requests import table_or_404


@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: UserRequest, name: str) -> HttpResponse:
    """Report somebody from their page."""
    person = person_named(name)
    return _report(request, Subject(about=person), person.get_absolute_url())


@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_line(request: UserRequest, seal: str) -> HttpResponse:
    """Report what somebody said; the link came with the line."""
    line = line_under(seal)
    if line is None or line.removed:
        raise Http404
    return _report(request, Subject(about=line.author, match=line.match, line=line), line.match.get_absolute_url())


@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_match(request: UserRequest, pk: int) -> HttpResponse:
    """Report a match, or somebody who plays in it."""
    match = table_or_404(request, pk)
    return _report(request, Subject(match=match), match.get_absolute_url())


@require_safe
@account_required
@never_cache
def my_reports(request: UserRequest) -> HttpResponse:
    """Show what I reported, and what came of it."""
    reports = list(answers_for(request.user)[:50])
    see_answers(user=request.user)
    return render(request, "games/reports/mine.html", {"reports": reports})


def _report(request: HttpRequest, subject: Subject, back: str) -> HttpResponse:
    reporter = request.user
    form = ReportForm(request.POST if request.method == "POST" else None, subject=subject, reporter=reporter)  # type: ignore[arg-type]
    if request.method == "POST" and form.is_valid():
        said = {"kind": form.cleaned_data["kind"], "words": form.cleaned_data["words"]}
        try:
            report(reporter=reporter, subject=form.full_subject(), **said)  # type: ignore[arg-type]
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Thank you. The moderators will look at it and answer you."))
            return redirect("my-reports")
    shown = {"form": form, "subject": subject, "back": back}
    return render(request, "games/reports/new.html", shown, status=422 if form.errors else 200)
