"""Where allauth asks how this site does things."""

import logging
from ipaddress import ip_address
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.stages import EmailVerificationStage
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.entrance.services import attempts, guests, known_browsers
from accounts.entrance.services.registration import register
from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.names import tidy_name, validate_name
from accounts.people.selectors import owner_of, who_logs_in
from accounts.sanctions.selectors import was_taken_away

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Our names, our guests, our patience with wrong passwords, and mail in the reader's language."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name, or one that looks like it, is taken. Please choose another one."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that deceive, and those that somebody else has or nearly has."""
        return self.clean_own_name(username, None)

    def clean_own_name(self, username: str, owner: User | None) -> str:
        """Refuse names that deceive and those of others; one's own may be spelled anew."""
        name = tidy_name(username)
        validate_name(name)
        namesake = User.objects.filter(name_key=lookalike_key(name)).first()
        if (namesake and namesake != owner) or (owner and was_taken_away(owner, name)):
            raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """Start from the guest who registers, so that their matches are kept; otherwise from nothing."""
        return guests.guest_of(request) or User()

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Write the new account."""
        assert isinstance(user, User)
        register(request=request, user=user, **{k: form.cleaned_data[k] for k in ("username", "email", "password1")})
        return user

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in, and take along what a guest has played in this browser."""
        assert isinstance(user, User)
        guest = guests.guest_of(request)
        if guest and guest.pk != user.pk:
            for words in guests.join_guest(request=request, guest=guest, user=user):
                messages.warning(request, words)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> HttpResponse:
        """Go on, and know this browser next time."""
        assert isinstance(user, User)
        response = super().post_login(request, user, **kwargs)
        known_browsers.remember_browser(request=request, response=response, user=user)
        return response

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Log what is refused, also where it is refused for the number of attempts."""
        user = None
        try:
            user = super().authenticate(request, **credentials)
        finally:
            if user is None:
                login = credentials.get("email") or credentials.get("username") or ""
                attempts.note_refusal(request, who_logs_in(login), "password")
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # Account and address together: who guesses from elsewhere does not lock the owner out.
        return f"{self.account_key(**credentials)}@{ratelimit.get_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return where a request comes from; IPv4 as such, which a socket for both kinds spells as IPv6.

        Otherwise all who come by IPv4 would be one household, with one limit for all of them.
        """
        told = super().get_client_ip(request)
        try:
            address = ip_address(told)
        except ValueError:
            return told
        return str(getattr(address, "ipv4_mapped", None) or address)

    def account_key(self, *, email: str = "", username: str = "", **_credentials: Any) -> str:
        """Name the account that is tried, the same however it is spelled."""
        return email.lower() or lookalike_key(username)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Slow down guessers: by address, by account and address, and by account for browsers we do not know."""
        super().pre_authenticate(request, **credentials)
        person = who_logs_in(credentials.get("email") or credentials.get("username") or "")
        if not known_browsers.is_known(request, person):
            self._count(request, "login_failed_by_strangers", self.account_key(**credentials))
        if person:
            self._expect_patience_with(request, person, **credentials)

    def _expect_patience_with(self, request: HttpRequest, person: User, **credentials: Any) -> None:
        """Count for the person too, however they were named; whoever is past that limit hears of a wrong password.

        To be told otherwise, or sooner, would betray that a name and an address belong to one person.
        """
        try:
            self._count(request, "login_failed_for_person", f"{person.pk}@{ratelimit.get_ip(request)}")
            if not known_browsers.is_known(request, person):
                self._count(request, "login_failed_for_person_by_strangers", str(person.pk))
        except ValidationError:
            User().set_password(credentials.get("password"))  # takes as long as a look at the right one
            method = "email" if credentials.get("email") else "username"
            raise self.validation_error(f"{method}_password_mismatch") from None

    def _count(self, request: HttpRequest, action: str, key: str) -> None:
        """Count one more try; a successful log-in takes all of them back."""
        usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
        if not usage:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage.usage += usage.usage

    def get_login_stages(self) -> list[str]:
        """Ask for a confirmed address in our way."""
        stages = super().get_login_stages()
        ours = f"{__name__}.{ConfirmAddressStage.__name__}"
        return [ours if "EmailVerification" in stage else stage for stage in stages]

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Keep the address one has; only one that waits for its confirmation can be taken back."""
        return not (email_address.primary or email_address.verified)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Ask for confirmation; but where the address has an owner already, tell only the owner."""
        address = emailconfirmation.email_address
        owner = owner_of(address.email)
        if owner and owner.pk != address.user_id:
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the language of the person who will read it, with links to SITE_URL."""
        reader = context.get("user") or owner_of(email)
        language = getattr(reader, "language", "") or translation.get_language()
        try:
            with translation.override(language):
                super().send_mail(template_prefix, email, {**context, **with_our_links(context), "reader": reader})
        except (SMTPException, OSError):
            # Every page that sends mail says how to get it again, which serves better than an error page.
            logger.exception("A mail could not be sent: %s", template_prefix)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Go home when logged in, otherwise to the log-in."""
        if self.request.user.is_authenticated:
            return self.get_login_redirect_url(self.request)
        return str(app_settings.EMAIL_CONFIRMATION_ANONYMOUS_REDIRECT_URL)


def with_our_links(context: dict[str, Any]) -> dict[str, Any]:
    """Give what a mail links to, at SITE_URL: allauth takes the name that was asked for, which anybody can invent."""
    links = {name: at_site(value) for name, value in context.items() if name.endswith("_url") and value}
    return {**links, "site_url": settings.SITE_URL, "current_site": {"name": settings.SITE.netloc}}


def at_site(url: str) -> str:
    """Give the address of the same page at SITE_URL."""
    return settings.SITE_URL + urlsplit(url)._replace(scheme="", netloc="").geturl()


class ConfirmAddressStage(EmailVerificationStage):
    """Asks for a confirmed address, except of people whom an administrator made without one: there is none to ask."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Go on, or tell them to look into their mailbox."""
        user = self.login.user
        if isinstance(user, User) and not user.email and not user.emailaddress_set.exists():
            return None, True
        return super().handle()
