"""The form by which a record comes in."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy as _

from games.clean_text import one_line
from games.history.services import LARGEST_FILE


class RecordForm(forms.Form):
    """A file, and what to call it."""

    file = forms.FileField(
        label=_("Match record"),
        help_text=_("A JSON file from this site, or from any program that writes the same format."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    title = forms.CharField(label=_("Title"), max_length=60, required=False)

    def clean_file(self) -> "UploadedFile[Any]":
        """Nothing larger than any match is even read."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            raise forms.ValidationError(
                _("This file is larger than %(size)s. No match is that large."),
                params={"size": filesizeformat(LARGEST_FILE)},
            )
        return file

    def clean_title(self) -> str:
        return one_line(self.cleaned_data["title"])
