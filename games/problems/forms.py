"""What a browser sends."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import DailyProblem


class ProblemAnswerForm(forms.Form):
    """One of the answers."""

    choice = forms.TypedChoiceField(
        coerce=int,
        error_messages={
            "required": _("Choose an answer first."),
            "invalid_choice": _("That is not one of the answers."),
        },
    )

    def __init__(self, said: Any, problem: DailyProblem) -> None:
        """Take the answers of this problem."""
        super().__init__(said)
        choice = self.fields["choice"]
        assert isinstance(choice, forms.TypedChoiceField)
        choice.choices = [(number, number) for number in range(len(problem.answers))]
