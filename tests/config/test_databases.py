"""What play needs of each kind of database."""

from pathlib import Path

import pytest
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


def test_the_worker_of_the_procfile_has_no_pool(project: Path) -> None:
    lines = dict(line.split(": ", 1) for line in (project / "Procfile").read_text().splitlines())
    assert "DATABASE_POOL=0" in lines["worker"]
    assert "DATABASE_POOL" not in lines["web"]
