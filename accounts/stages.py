"""Steps of logging in."""

from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponse

from accounts.models import User


class ConfirmAddressStage(EmailVerificationStage):
    """Asks for a confirmed address, except of people whom an administrator made without one: there is none to ask."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Go on, or tell them to look into their mailbox."""
        user = self.login.user
        if isinstance(user, User) and not user.email and not user.emailaddress_set.exists():
            return None, True
        return super().handle()
