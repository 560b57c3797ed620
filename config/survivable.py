"""Migrations that the version before survives: old processes read and write the new tables until they are restarted.

What they insert knows nothing of new columns, so those need a default in the database (`db_default`) or must allow
NULL; what they read must still be there. Something that old code no longer uses goes in the version after: then its
migration says so, with `survivable = {"RemoveField match.old_name": "unused since 0.4"}` on its class.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import AddField, AlterField, RemoveField, RenameField
from django.db.migrations.operations.models import (
    AddConstraint,
    AlterModelTable,
    AlterUniqueTogether,
    CreateModel,
    DeleteModel,
    RenameModel,
)
from django.db.migrations.operations.special import RunSQL, SeparateDatabaseAndState
from django.db.migrations.state import ProjectState

# The last migration of each app that was written before anybody looked.
OURS: Final = {
    "accounts": "0013_words_for_themes",
    "games": "0021_words_for_reports",
    "leaderboard": "0004_one_index_each",
}
GONE: Final = (RemoveField, DeleteModel, RenameField, RenameModel, AlterModelTable)


def problems_of(loader: MigrationLoader, app: str) -> Iterator[str]:
    """Yield a sentence for everything in an app's new migrations that old processes would stumble over."""
    for name in sorted(name for label, name in loader.graph.nodes if label == app):
        if name > OURS[app]:
            migration = loader.graph.nodes[app, name]
            before = loader.project_state((app, name), at_end=False)
            yield from (f"{app}.{name}: {problem}" for problem in look_at(migration, before, app))


def look_at(migration: Migration, state: ProjectState, app: str) -> Iterator[str]:
    """Yield what is wrong with one migration, operation by operation; what it makes itself nobody uses yet."""
    excused: dict[str, str] = getattr(migration, "survivable", {})
    for name, problem in _look_through(migration.operations, state, app, made=set()):
        if not excused.get(name):
            yield f"{name}: {problem}"


def _look_through(
    operations: Sequence[Operation], state: ProjectState, app: str, *, made: set[str]
) -> Iterator[tuple[str, str]]:
    """Yield the operations that old processes would stumble over, and why; of some only a part reaches the database."""
    for operation in operations:
        if isinstance(operation, CreateModel):
            made.add(operation.name_lower)
        if isinstance(operation, SeparateDatabaseAndState):
            yield from _look_through(operation.database_operations, state.clone(), app, made=made)
        name = name_of(operation)
        problem = "" if name.partition(" ")[2].partition(".")[0] in made else judge(operation, state, app)
        if problem:
            yield name, problem
        operation.state_forwards(app, state)


def name_of(operation: Operation) -> str:
    """Return an operation with what it is about: `AddField match.number`."""
    about = getattr(operation, "model_name_lower", None) or getattr(operation, "name_lower", "")
    field = getattr(operation, "name", "") if hasattr(operation, "model_name") else ""
    return f"{type(operation).__name__} {about}{'.' if field else ''}{field}"


def judge(operation: Operation, state: ProjectState, app: str) -> str:
    """Return why old processes would not survive an operation; nothing where they do."""
    if isinstance(operation, GONE):
        return "old processes still use it; remove what nobody uses a version later"
    if isinstance(operation, AddField):
        return "" if is_filled(operation.field) else "old processes insert rows without it: give it a db_default"
    if isinstance(operation, AlterField):
        before = _field_before(operation, state, app)
        column = _column_of(before, operation.name)
        if column != _column_of(operation.field, operation.name):
            return f"old processes still call its column {column}"
        return judge_change(operation.field, before)
    if isinstance(operation, (AddConstraint, AlterUniqueTogether)):
        return "old processes may write what it forbids; let the code hold it a version before the database does"
    if isinstance(operation, RunSQL):
        return "nobody can tell what it does to old processes: say so"
    return ""


def _field_before(operation: AlterField, state: ProjectState, app: str) -> Any:
    return state.models[app, operation.model_name_lower].get_field(operation.name)


def _column_of(field: Any, name: str) -> str:
    return field.db_column or (f"{name}_id" if field.many_to_one or field.one_to_one else name)


def is_filled(field: Any) -> bool:
    """Tell whether the database itself knows what stands in a column that nobody names."""
    return field.null or field.has_db_default() or field.many_to_many or isinstance(field, models.GeneratedField)


def judge_change(after: Any, before: Any) -> str:
    """Return what a column no longer takes that it took before."""
    if before.null and not after.null:  # whatever its default: they name the column, and write NULL
        return "old processes may write NULL into it"
    if before.get_internal_type() != after.get_internal_type():
        return f"it was a {before.get_internal_type()}, and old processes still take it for one"
    shorter = (after.max_length or 0) < (before.max_length or 0) and after.max_length is not None
    if shorter:
        return f"old processes may write {before.max_length} characters into it"
    return "old processes may write the same twice" if after.unique and not before.unique else ""
