"""Announcements and address bans in the admin."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.admin.parts import Quick, Traced, WhyForm
from accounts.admin.sanctioning import DAYS
from accounts.admin.tools import Tool, ToolForm, WithTools
from accounts.models import AddressBan, Announcement
from accounts.staff.services.addresses import (
    CannotBan,
    address_of,
    ban_address,
    expect_may_ban,
    lift_address_ban,
    people_seen_at,
    read_network,
)


class AnnouncementForm(WhyForm):
    """A text in every language of the site, and when it is shown."""

    begins_at = forms.SplitDateTimeField(
        label=pgettext_lazy("beginning", "From"), widget=AdminSplitDateTime, initial=timezone.now
    )
    ends_at = forms.SplitDateTimeField(label=_("Until"), widget=AdminSplitDateTime)

    class Meta:
        model = Announcement
        fields = ("level", "begins_at", "ends_at")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """One field a language."""
        super().__init__(*args, **kwargs)
        texts = self.instance.texts or {}
        for language, name in settings.LANGUAGES:
            self.fields[f"text_{language}"] = forms.CharField(
                label=name, max_length=300, initial=texts.get(language, ""), widget=forms.Textarea(attrs={"rows": 2})
            )

    def clean(self) -> dict[str, Any]:
        """Put the texts together, and let it end after it began."""
        cleaned = super().clean() or self.cleaned_data
        self.instance.texts = {code: cleaned.get(f"text_{code}", "") for code, _name in settings.LANGUAGES}
        if cleaned.get("begins_at") and cleaned.get("ends_at") and cleaned["ends_at"] <= cleaned["begins_at"]:
            self.add_error("ends_at", _("It has to end after it begins."))
        return cleaned


@admin.register(Announcement)
class AnnouncementAdmin(Traced, Quick):
    """What the site says to everybody."""

    form = AnnouncementForm
    list_display = ("__str__", "level", "begins_at", "ends_at")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the texts first. Who may only read sees them as they are stored."""
        may_save = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        texts = tuple(f"text_{code}" for code, _name in settings.LANGUAGES) if may_save else ("texts",)
        return [(None, {"fields": (*texts, "level", "begins_at", "ends_at", *(("why",) if may_save else ()))})]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Let the form itself make the texts, not the model."""
        kwargs["fields"] = ("level", "begins_at", "ends_at")
        return super().get_form(request, obj, change, **kwargs)


class AddressBanForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which network, for how long, and why."""

    own = ""  # where whoever fills it in comes from
    days = forms.TypedChoiceField(label=pgettext_lazy("how long", "For"), choices=DAYS, coerce=int, initial=7)

    class Meta:
        model = AddressBan
        fields = ("network", "reason")

    def clean_network(self) -> str:
        """As the service reads it: the household."""
        try:
            return str(expect_may_ban(self.cleaned_data["network"], own=self.own))
        except CannotBan as refusal:
            raise ValidationError(str(refusal)) from refusal


@admin.register(AddressBan)
class AddressBanAdmin(WithTools, Quick):
    """Networks from which nobody new comes in."""

    form = AddressBanForm
    list_display = ("network", "made_by", "made_at", "ends_at", "lifted_at", "people")
    list_select_related = ("made_by",)
    fields = ("network", "reason", "days")
    tools = (
        Tool(
            name="lift",
            words=pgettext_lazy("tool", "Undo"),
            form=ToolForm,
            act=lambda actor, row, why: lift_address_ban(actor=actor, ban_id=row.pk, why=why),
            permissions=("accounts.change_addressban",),
            applies=lambda row: row.lifted_at is None and row.ends_at > timezone.now(),
        ),
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # it ends, or is undone

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = ("network", "reason", "made_by", "made_at", "ends_at", "lifted_at", "people")
        return shown if obj else self.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("people",) if obj else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        made: Any = super().get_form(request, obj, change, **kwargs)
        made.own = address_of(request)
        return made

    @admin.display(description=_("people seen there in 90 days"))
    def people(self, row: AddressBan) -> int:
        return people_seen_at(read_network(row.network))

    def save_model(self, request: HttpRequest, obj: AddressBan, form: Any, change: bool) -> None:
        """By the service, which knows what must not be banned; its row takes the place of the form's."""
        end = timezone.now() + timedelta(days=form.cleaned_data["days"])
        ban = ban_address(actor=request.user, network=obj.network, reason=obj.reason, ends_at=end)  # type: ignore[arg-type]
        obj.pk, obj.made_by, obj.ends_at, obj._state.adding = ban.pk, ban.made_by, ban.ends_at, False
