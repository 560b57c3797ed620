"""What one may be called."""

from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.names import tidy_name, validate_name
from tests.accounts.players import register
from tests.races import together


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada lovelace",
        "Jean-Luc",
        "x_1.y",
        "José",
        "Ødegård",
        "Ελένη",
        "Дмитрий",
        "山田太郎",
        "さくら",
        "김민준",
        "אבי",
        "R2-D2",
    ],
)
def test_names_of_every_script_are_welcome(name: str) -> None:
    validate_name(tidy_name(name))


@pytest.mark.parametrize(
    "name",
    [
        *("ab", "x" * 25, "", "007", "-ada", "ada-", "ada--b", "ada  b", "a@b.org", "ada/b", "<script>", "ada\u200bb"),
        *("ada\u202eb", "ㅤㅤㅤ", "a\u0301\u0301\u0301\u0301b", "ada\n", "paypаl", "Αdam", "аdmin", "😀😀😀", "ᎪᎠᎪ"),
        *(
            "admin",
            "Admin",
            "ADM1N",
            "m0derator",
            "Guest 12",
            "guest-l2",
            "Former player 3",
            "Dream Factory",
            "AI",
            "mogul",
        ),
    ],
)
def test_names_that_deceive_or_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "ada"), ("Ada", "A-d.a"), ("Ada", "Аԁа"), ("Bob", "B0b"), ("Ali", "AIi"), ("Paul", "Pau1")),
        *(
            ("José", "Jose"),
            ("modern", "modem"),
            ("ΑΔΑ", "αδα"),
            ("Straße", "STRASSE"),
            ("ﬁona", "fiona"),
            ("сора", "copa"),
        ),
    ],
)
def test_look_alikes_have_one_key(one: str, other: str) -> None:
    assert lookalike_key(one) == lookalike_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Eda"), ("Anna", "Hanna"), ("か", "が"), ("Ada 2", "Ada 3")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert lookalike_key(one) != lookalike_key(other)


@given(st.text(max_size=40))
def test_any_text_is_accepted_or_refused_and_never_breaks(text: str) -> None:
    name = tidy_name(text)
    assert tidy_name(name) == name
    try:
        validate_name(name)
    except ValidationError:
        return
    assert 3 <= len(name) <= 24
    assert lookalike_key(name) == lookalike_key(name.upper()) == lookalike_key(name.lower()) != ""
    assert len(lookalike_key(name)) <= User._meta.get_field("name_key").max_length


@pytest.mark.django_db
def test_look_alikes_are_refused_by_the_database_also_in_bulk_and_on_renaming() -> None:
    ada, bob = User.objects.bulk_create([User(username="Ada"), User(username="Bob")])
    assert ada.name_key == "ada"
    bob.username = "АDA"
    with pytest.raises(IntegrityError):
        bob.save(update_fields=["username"])


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_name_at_once_one_gets_it_and_the_others_are_told() -> None:
    def ask(number: int) -> int:
        return register(Client(), ["Ada", "ADA", "Аԁа", "ada."][number % 3], f"a{number}@example.org").status_code

    assert sorted(together(partial(ask, number) for number in range(4))) == [200, 200, 200, 302]
    assert User.objects.count() == 1
