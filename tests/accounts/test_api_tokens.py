"""Tokens of programs: nobody can read one where they are kept, and nobody has very many."""

import pytest

from accounts.api_tokens.services import MOST_TOKENS, TooManyTokens, find_token, make_token
from accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db


def test_a_token_is_kept_as_its_hash() -> None:
    text = make_token(user=User.objects.create_user("ada"), name="mine", scopes=["read"])
    row = ApiToken.objects.values().get()
    assert text not in str(row)
    assert text.removeprefix("df_") not in str(row)
    found = find_token(text)
    assert found is not None
    assert found.pk == row["id"]


def test_nobody_has_very_many() -> None:
    ada = User.objects.create_user("ada")
    for number in range(MOST_TOKENS):
        make_token(user=ada, name=f"{number}", scopes=["read"])
    with pytest.raises(TooManyTokens):
        make_token(user=ada, name="one more", scopes=["read"])
    assert ada.api_tokens.count() == MOST_TOKENS
