"""What somebody says who reports something."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, Report
from games.models.report import LONGEST_REPORT
from games.moderation.services.reports import Subject


class ReportForm(forms.Form):
    """What is wrong, whom it concerns where a match is reported, and a few words."""

    kind = forms.ChoiceField(label=_("What is wrong?"), choices=Report.Kind.choices, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("What happened?"),
        help_text=_("The chat, the latest moves and the times are stored with your report; no need to copy them."),
        max_length=LONGEST_REPORT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, subject: Subject, reporter: User, **kwargs: Any) -> None:
        """Ask whom it concerns only where that is open."""
        super().__init__(*args, **kwargs)
        self.subject = subject
        if subject.about is None and subject.match is not None:
            people = [(row.pk, row.display_name) for row in others_at(subject.match, reporter)]
            self.fields["about"] = forms.TypedChoiceField(
                label=_("Who?"),
                choices=[("", _("Nobody in particular")), *people],
                required=False,
                coerce=int,
                empty_value=None,
            )
            self.order_fields(["kind", "about", "words"])

    def full_subject(self) -> Subject:
        """Return the subject with whoever was named."""
        named = self.cleaned_data.get("about")
        if named is None:
            return self.subject
        return Subject(about=User.objects.get(pk=named), match=self.subject.match, line=self.subject.line)


def others_at(match: Match, reporter: User) -> list[User]:
    """Return everybody else who plays there."""
    seats = match.seats.exclude(user=None).exclude(user=reporter).select_related("user").order_by("number")
    return [seat.user for seat in seats if seat.user is not None]
