"""What somebody says against a sanction."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.sanction import LONGEST_WORDS


class AppealForm(forms.Form):
    """A few sentences."""

    text = forms.CharField(
        label=_("Why should it be undone?"),
        help_text=_("You can appeal once. A moderator reads it and answers here."),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
