"""Registering, where two may want the same name at once."""

from allauth.account.forms import SignupForm
from allauth.account.views import SignupView
from django.db import IntegrityError
from django.http import HttpResponse

from accounts.adapter import AccountAdapter


class RegisterView(SignupView):
    """Allauth's registration; of two who ask for one name in the same moment, the second is told so kindly."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Write the account, or ask for another name."""
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.add_error("username", AccountAdapter.error_messages["username_taken"])
            return self.form_invalid(form)


register = RegisterView.as_view()
