"""Who somebody is that logs in."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.lookalikes import lookalike_key
from accounts.models import User


class NameOrEmailBackend(AuthenticationBackend):
    """Knows people by e-mail address or by name, however they spell it, in any script and on any database."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        user = User.objects.filter(name_key=lookalike_key(username), is_guest=False).first()
        return self._check_password(user, password)
