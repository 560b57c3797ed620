"""One's own tokens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.api_tokens.forms import TokenForm
from accounts.api_tokens.services import TooManyTokens, become_bot, make_token, may_become_bot, revoke_token
from accounts.people.guest_access import UserRequest, account_required


@account_required
def tokens(request: UserRequest) -> HttpResponse:
    """List one's tokens and make a new one, whose text is shown on this answer and never again."""
    form = TokenForm(request.POST or None)
    text = ""
    if request.method == "POST" and form.is_valid():
        try:
            text = make_token(user=request.user, **form.cleaned_data)
            form = TokenForm()
        except TooManyTokens as refusal:
            messages.error(request, str(refusal))
    held = request.user.api_tokens.filter(revoked_at=None).order_by("-made_at")
    shown = {"form": form, "tokens": held, "text": text}
    return render(request, "accounts/settings/tokens.html", {**shown, "may_become_bot": may_become_bot(request.user)})


@require_POST
@account_required
def revoke(request: UserRequest, pk: int) -> HttpResponse:
    """Take a token back."""
    if revoke_token(user=request.user, pk=pk):
        messages.success(request, _("The token is revoked and no longer works."))
    return redirect("settings-tokens")


@require_POST
@account_required
def turn_into_bot(request: UserRequest) -> HttpResponse:
    """Mark the account as a bot's, for good."""
    if become_bot(user=request.user):
        messages.success(request, _("This account is now a bot’s."))
    else:
        messages.error(request, _("Only an account that has never sat at a table can become a bot’s."))
    return redirect("settings-tokens")
