"""What play needs of each kind of database."""

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from environ import Env

from config.databases import configure


@pytest.mark.parametrize(("said", "size"), [(None, 10), ("4", 4), ("0", None)])
def test_postgresql_has_a_pool_unless_a_worker_does_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str | None, size: int | None
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://somebody@somewhere/something")
    monkeypatch.delenv("DATABASE_POOL", raising=False)
    if said is not None:
        monkeypatch.setenv("DATABASE_POOL", said)
    options = configure(Env(), tmp_path)["OPTIONS"]
    assert options.get("pool", {}).get("max_size") == size


def test_a_password_may_hold_what_an_address_cannot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://somebody@somewhere/something")
    monkeypatch.setenv("DATABASE_PASSWORD", "p@ss/w:rd?#%25")
    assert configure(Env(), tmp_path)["PASSWORD"] == "p@ss/w:rd?#%25"


def test_the_password_of_the_address_holds_where_no_other_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://somebody:secret@somewhere/something")
    monkeypatch.delenv("DATABASE_PASSWORD", raising=False)
    assert configure(Env(), tmp_path)["PASSWORD"] == "secret"


def test_sqlite_in_memory_needs_no_password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite://:memory:")
    assert configure(Env(), tmp_path)["NAME"] == ":memory:"


def test_the_worker_of_the_procfile_has_no_pool(project: Path) -> None:
    lines = dict(line.split(": ", 1) for line in (project / "Procfile").read_text().splitlines())
    assert "DATABASE_POOL=0" in lines["worker"]
    assert "DATABASE_POOL" not in lines["web"]


def foreign_keys() -> list[models.ForeignKey[Any, Any]]:
    ours = (model for model in apps.get_models() if model._meta.app_label in ("accounts", "games", "leaderboard"))
    fields = (field for model in ours for field in model._meta.local_fields)
    return [field for field in fields if isinstance(field, models.ForeignKey) and not field.unique]


def first_columns(model: type[models.Model]) -> set[str]:
    """The fields that an index over several of them, and over every row, begins with."""
    unique = [row for row in model._meta.constraints if isinstance(row, models.UniqueConstraint)]
    whole = [row for row in [*unique, *model._meta.indexes] if row.condition is None and row.fields]
    return {row.fields[0].removeprefix("-") for row in whole}


@pytest.mark.parametrize("field", foreign_keys(), ids=str)
def test_a_foreign_key_has_one_index_and_no_other(field: models.ForeignKey[Any, Any]) -> None:
    assert field.db_index != (field.name in first_columns(field.model))


@pytest.mark.parametrize("field", foreign_keys(), ids=str)
def test_rows_are_found_by_an_index(db: None, field: models.ForeignKey[Any, Any]) -> None:
    plan = field.model._default_manager.filter(**{field.name: 1}).order_by().explain()
    assert f"({field.column}=?)" in plan, plan
