"""The linter of migrations sees what old processes would stumble over, and nothing else."""

import re
from pathlib import Path

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from config.survivable import OURS, look_at, problems_of


def state() -> ProjectState:
    """A table that old processes use."""
    made = migrations.CreateModel(
        "Reel",
        [("id", models.BigAutoField(primary_key=True)), ("title", models.CharField(max_length=80, null=True))],
    )
    found = ProjectState()
    made.state_forwards("games", found)
    return found


def look(*operations: migrations.operations.base.Operation, **excuses: str) -> list[str]:
    migration = migrations.Migration("0002_next", "games")
    migration.operations = list(operations)
    if excuses:
        migration.survivable = {name.replace("_", " ", 1).replace("__", "."): why for name, why in excuses.items()}
    return list(look_at(migration, state(), "games"))


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("reel", "length", models.IntegerField(default=0)),
        migrations.RemoveField("reel", "title"),
        migrations.RenameField("reel", "title", "name"),
        migrations.DeleteModel("Reel"),
        migrations.RenameModel("Reel", "Movie"),
        migrations.AlterField("reel", "title", models.CharField(max_length=80)),
        migrations.AlterField("reel", "title", models.CharField(max_length=20, null=True)),
        migrations.AlterField("reel", "title", models.IntegerField(null=True)),
        migrations.AlterField("reel", "title", models.CharField(max_length=80, null=True, unique=True)),
        migrations.AddConstraint("reel", models.UniqueConstraint(fields=["title"], name="once")),
        migrations.RunSQL("DROP TABLE games_reel"),
        migrations.AlterField("reel", "title", models.CharField(max_length=80, default="", db_default="")),
        migrations.AlterField("reel", "title", models.CharField(max_length=80, null=True, db_column="name")),
        migrations.SeparateDatabaseAndState([migrations.RemoveField("reel", "title")], []),
    ],
    ids=lambda operation: f"{type(operation).__name__} {getattr(getattr(operation, 'field', None), 'name', '')}",
)
def test_what_old_processes_do_not_survive_is_told(operation: migrations.operations.base.Operation) -> None:
    assert len(look(operation)) == 1


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("reel", "length", models.IntegerField(default=0, db_default=0)),
        migrations.AddField("reel", "length", models.IntegerField(null=True)),
        migrations.AlterField("reel", "title", models.CharField(max_length=120, null=True)),
        migrations.AddIndex("reel", models.Index(fields=["title"], name="reel_title")),
        migrations.RunPython(migrations.RunPython.noop),
        migrations.AlterField("reel", "title", models.CharField(max_length=80, null=True, db_column="title")),
        migrations.SeparateDatabaseAndState([], [migrations.RemoveField("reel", "title")]),
        migrations.CreateModel("Scene", [("id", models.BigAutoField(primary_key=True)), ("n", models.IntegerField())]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_they_survive_is_not(operation: migrations.operations.base.Operation) -> None:
    assert look(operation) == []


def test_what_a_migration_makes_itself_nobody_uses_yet() -> None:
    made = migrations.CreateModel("Scene", [("id", models.BigAutoField(primary_key=True))])
    assert look(made, migrations.AddField("scene", "length", models.IntegerField())) == []


def test_a_migration_may_say_why_it_is_survivable() -> None:
    gone = migrations.RemoveField("reel", "title")
    assert look(gone, RemoveField_reel__title="unused since 0.1") == []
    assert look(gone, RemoveField_reel__title="") != []


@pytest.mark.parametrize("app", OURS)
def test_our_own_migrations_since_the_baseline_are_survivable(app: str) -> None:
    assert list(problems_of(MigrationLoader(None), app)) == []


def test_the_newest_version_in_the_list_of_changes_is_the_one_we_call_ourselves(project: Path) -> None:
    number = re.search(r'^version = "(.+)"', (project / "pyproject.toml").read_text(), re.M)
    told = re.findall(r"^## (\d+\.\d+\.\d+)", (project / "CHANGELOG.md").read_text(), re.M)
    assert number is not None
    assert told[0] == number[1]
