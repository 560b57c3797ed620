"""Registering, where two may want the same name at once, and logging out, where a guest may lose what they play."""

from typing import Any

from allauth.account.forms import SignupForm
from allauth.account.views import LogoutView, SignupView
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.entrance.adapter import AccountAdapter
from accounts.entrance.services.guests import guest_of
from accounts.staff.services.addresses import expect_open_address


class RegisterView(SignupView):
    """Allauth's registration; of two who ask for one name in the same moment, the second is told so kindly."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse newcomers from where too much harm came from."""
        expect_open_address(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Write the account, or ask for another name."""
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", AccountAdapter.error_messages["username_taken"])
            return self.form_invalid(form)


class LogOutView(LogoutView):
    """Allauth's log-out; a guest is asked whether they mean it, since nobody could find back to their matches."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log out, or ask first."""
        if guest_of(request) and "sure" not in request.POST:
            return redirect("account_logout")
        return super().post(request, *args, **kwargs)


register = RegisterView.as_view()
log_out = LogOutView.as_view()
