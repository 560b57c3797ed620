"""Rows that differ in a few columns only, written past the ORM: with it, a crowd would take minutes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.models import Model


def write_rows(template: Model, fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert a row for each; what the named fields do not tell is as in the template."""
    from django.db import connection

    meta = template._meta
    named = {field.name: field for field in meta.concrete_fields}
    told = [named[name] for name in fields]
    same = [
        field for field in meta.concrete_fields if field not in told and not field.generated and not field.primary_key
    ]
    values = tuple(field.get_db_prep_save(field.pre_save(template, add=True), connection) for field in same)
    columns = ", ".join(connection.ops.quote_name(field.column) for field in [*told, *same] if field.column)
    marks = ", ".join(["%s"] * (len(told) + len(same)))
    with connection.cursor() as cursor:
        statement = f"INSERT INTO {connection.ops.quote_name(meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608
        cursor.executemany(statement, [(*row, *values) for row in rows])


def go_on_counting(*models: type[Model]) -> None:
    """After rows with numbers of our own the database goes on behind them."""
    from django.core.management.color import no_style
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)
