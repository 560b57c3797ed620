"""What tests of people share."""

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """The same hash with as little work as possible: hundreds of tests log in."""

    time_cost, memory_cost, parallelism = 1, 8, 1


@pytest.fixture(autouse=True)
def quick_passwords(settings) -> None:
    """Let nobody wait for a hash."""
    settings.PASSWORD_HASHERS = ["tests.accounts.conftest.QuickArgon2"]
