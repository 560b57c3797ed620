"""Where notices go besides by mail: this browser and others, and webhooks."""

from typing import Any

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import PushDevice, User, Webhook
from accounts.notices import services
from accounts.notices.forms import DeviceForm, WebhookForm
from accounts.notices.web_push import site_public_key
from accounts.people.guest_access import UserRequest, account_required

# Which device this browser is: who logs out here is told nothing here any more.
OWN_DEVICE = "push_device"


def ways_of(request: UserRequest) -> dict[str, Any]:
    """Return what the page about notices shows besides the choices."""
    return {
        "devices": PushDevice.objects.filter(user=request.user).order_by("-pk"),
        "own_device": request.session.get(OWN_DEVICE),
        "push_key": site_public_key(),
        "webhooks": Webhook.objects.filter(user=request.user).order_by("pk"),
        "webhook_form": WebhookForm(),
    }


@require_POST
@account_required
def add_device(request: UserRequest) -> HttpResponse:
    """Take a subscription that this browser has just made."""
    form = DeviceForm(request.POST)
    if not ratelimit.consume(request, app="allauth.account", action="notice_ways"):
        return ratelimit.respond_429(request)
    if not form.is_valid():
        return HttpResponse(status=400)
    agent = request.headers.get("User-Agent", "")[:200]
    device = services.add_device(user=request.user, user_agent=agent, **form.cleaned_data)
    request.session[OWN_DEVICE] = device.pk
    messages.success(request, _("This device will notify you from now on."))
    return HttpResponse(status=204)


@require_POST
@account_required
def remove_device(request: UserRequest, pk: int) -> HttpResponse:
    """Tell a device no more."""
    services.remove_device(user=request.user, pk=pk)
    messages.success(request, _("This device gets no more notifications."))
    return redirect("settings-notices")


@require_POST
@account_required
def add_webhook(request: UserRequest) -> HttpResponse:
    """Add a webhook; what signs a program's is shown now and never again."""
    form = WebhookForm(request.POST)
    if not ratelimit.consume(request, app="allauth.account", action="notice_ways"):
        return ratelimit.respond_429(request)
    if not form.is_valid():
        return render(request, "accounts/settings/webhook.html", {"form": form})
    try:
        hook = services.add_webhook(user=request.user, **form.cleaned_data)
    except services.TooMany:
        form.add_error(None, _("You have three webhooks already. Remove one first."))
        return render(request, "accounts/settings/webhook.html", {"form": form})
    if hook.style == Webhook.Style.JSON:
        return render(request, "accounts/settings/webhook_secret.html", {"hook": hook})
    messages.success(request, _("Your notifications go there now."))
    return redirect("settings-notices")


@require_POST
@account_required
def remove_webhook(request: UserRequest, pk: int) -> HttpResponse:
    """Tell a service no more."""
    services.remove_webhook(user=request.user, pk=pk)
    messages.success(request, _("Nothing is sent there any more."))
    return redirect("settings-notices")


def forget_own_device(request: HttpRequest, user: User) -> None:
    """Tell this browser nothing any more: somebody else may use it next."""
    pk = request.session.get(OWN_DEVICE)
    if pk is not None:
        services.remove_device(user=user, pk=pk)
