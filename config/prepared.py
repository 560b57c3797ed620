"""What every move reads and writes. Its SQL is worked out once: the ORM does so each time, for most of the cost."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)

# What stands for the values while the SQL is worked out: numbers that no query holds by itself, and that fit into the
# smallest column, or else Django knows that nothing can be found.
NUMBERS = range(32_711, 32_721)
LARGEST_BITS = 63


class PreparedSql(NamedTuple):
    """A query as one kind of database is asked, with the place of each value, and how its rows are read."""

    sql: str
    constants: tuple[Any, ...]
    places: tuple[int | None, ...]  # of each parameter the value that it is; None for one that is always the same
    names: list[str]
    compiler: Any
    converters: dict[int, Any]
    locks: bool


class Prepared(Generic[Row]):
    """Whole rows of one model by numbers and texts, without what the query could bring along of others."""

    def __init__(self, ask: Callable[..., QuerySet[Row]]) -> None:
        self.ask = ask
        self.plans: dict[str, PreparedSql] = {}  # by kind of database

    def __call__(self, *values: int | str) -> list[Row]:
        """Read the rows for these values; a number that is larger than any column finds none, as by the ORM."""
        if any(isinstance(value, int) and value.bit_length() > LARGEST_BITS for value in values):
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(connection, values)
        if plan.locks and not connection.in_atomic_block:
            raise TransactionManagementError("What is locked needs a transaction that ends the lock.")
        said = zip(plan.places, plan.constants, strict=True)
        parameters = tuple(constant if place is None else values[place] for place, constant in said)
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, parameters)
            rows = cursor.fetchall()
        if plan.converters:
            rows = plan.compiler.apply_converters(rows, plan.converters)
        model = plan.compiler.query.model
        return [model.from_db(connection.alias, plan.names, row) for row in rows]

    def first(self, *values: int | str) -> Row | None:
        """Read the first of the rows, if there is one."""
        return next(iter(self(*values)), None)

    def plan(self, connection: Any, values: Sequence[int | str]) -> PreparedSql:
        """Return how a kind of database is asked: worked out by the first values, and the same for all."""
        return self.plans.get(connection.vendor) or self._prepare(connection, values)

    def _prepare(self, connection: Any, values: Sequence[int | str]) -> PreparedSql:
        marks = [str(mark) if isinstance(value, str) else mark for mark, value in zip(NUMBERS, values, strict=False)]
        query = self.ask(*marks).query
        compiler = query.get_compiler(connection=connection)
        sql, constants = compiler.as_sql()
        places = tuple(marks.index(said) if said in marks else None for said in constants)
        assert set(range(len(values))) <= set(places), "every value is asked for as it is given"
        columns = [column for column, _sql, _alias in compiler.select]
        names = [column.target.attname for column in columns]
        plan = PreparedSql(
            sql, tuple(constants), places, names, compiler, compiler.get_converters(columns), query.select_for_update
        )
        self.plans[connection.vendor] = plan
        return plan


class PreparedUpdate(Generic[Row]):
    """Some columns of a row, written as `save(update_fields=…)` does, without its signals."""

    def __init__(self, model: type[Row], *names: str) -> None:
        self.model, self.names = model, names
        self.statements: dict[str, str] = {}  # by kind of database

    @cached_property
    def fields(self) -> list[Any]:
        """The columns, known once all models are."""
        return [self.model._meta.get_field(name) for name in self.names]

    def __call__(self, row: Row) -> None:
        """Write what the row says now; refuse where it is no longer there."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = [field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in self.fields]
        with connection.cursor() as cursor:
            cursor.execute(self.statements.get(connection.vendor) or self._prepare(connection), (*values, row.pk))
            if cursor.rowcount != 1:
                raise DatabaseError(f"There is no {self.model.__name__} {row.pk} to be written.")

    def _prepare(self, connection: Any) -> str:
        quote, meta = connection.ops.quote_name, self.model._meta
        table, key = quote(meta.db_table), quote(meta.pk.column)
        columns = ", ".join(f"{quote(field.column)} = %s" for field in self.fields)
        # Names of our own models, quoted; every value is a parameter.
        statement = " ".join(["UPDATE", table, "SET", columns, "WHERE", key, "= %s"])
        self.statements[connection.vendor] = statement
        return statement
