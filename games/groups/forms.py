"""The forms of a group."""

from typing import Any
from unicodedata import normalize

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from games.clean_text import one_line, several_lines
from games.models import PlayerGroup


class GroupForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a leader says of a group."""

    class Meta:
        model = PlayerGroup
        fields = ["about", "entry"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}

    def clean_about(self) -> str:
        return several_lines(self.cleaned_data["about"])


class NewGroupForm(GroupForm):
    """The same, with the name it will have for good."""

    class Meta(GroupForm.Meta):
        fields = ["name", *GroupForm.Meta.fields]

    def clean_name(self) -> str:
        """Take a name in one line, with something in it that can stand in an address."""
        name = one_line(normalize("NFKC", str(self.cleaned_data["name"])))
        # One sign of Unicode may stand for a whole line.
        MaxLengthValidator(PlayerGroup._meta.get_field("name").max_length)(name)
        if not any(sign.isalnum() for sign in name):
            raise forms.ValidationError(_("A name has at least one letter or digit."))
        return name

    def said(self) -> dict[str, Any]:
        """Return what was decided, for the service."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}
