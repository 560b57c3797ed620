"""What browsers and people hand in: subscriptions to Web Push, and addresses of webhooks."""

from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Webhook
from accounts.models.push_device import LONGEST_ENDPOINT
from accounts.models.webhook import LONGEST_URL
from accounts.notices.outside import Forbidden, find_place
from accounts.notices.web_push import WrongKeys, expect_browser_keys

Style = Webhook.Style
# Whose addresses these services give out.
HOSTS: Final = {
    Style.DISCORD: ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"),
    Style.SLACK: ("hooks.slack.com",),
}


class DeviceForm(forms.Form):
    """A subscription as the browser made it."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        """Take only what may be reached."""
        return expect_reachable(self.cleaned_data["endpoint"])

    def clean(self) -> dict[str, Any]:
        """Take only keys by which something can be encrypted."""
        said = super().clean() or {}
        try:
            expect_browser_keys(said.get("p256dh", ""), said.get("auth", ""))
        except WrongKeys:
            raise ValidationError(_("These are not a browser’s keys."), code="keys") from None
        return said


class WebhookForm(forms.Form):
    """An address of another service."""

    style = forms.ChoiceField(label=_("Service"), choices=Style.choices, widget=forms.RadioSelect)
    url = forms.URLField(label=_("Address"), max_length=LONGEST_URL, assume_scheme="https")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Keep the secret part of the address out of what browsers remember."""
        super().__init__(*args, **kwargs)
        self.fields["url"].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        """Take only what may be reached, and for a service only its own addresses."""
        said = super().clean() or {}
        url, hosts = said.get("url", ""), HOSTS.get(said.get("style", ""))
        if url and hosts and urlsplit(url).hostname not in hosts:
            self.add_error("url", _("That is not an address of this service."))
        elif url:
            try:
                expect_reachable(url)
            except ValidationError as problem:
                self.add_error("url", problem)
        return said


def expect_reachable(url: str) -> str:
    """Refuse what lies in a private network, has no name, or is not encrypted."""
    try:
        find_place(url)
    except Forbidden:
        raise ValidationError(
            _("We cannot send there: it must be a public address that begins with https://."), code="forbidden"
        ) from None
    return url
