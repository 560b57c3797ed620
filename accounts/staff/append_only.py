"""Tables that only ever grow: the database itself refuses to change or delete what is written there.

SQLite makes a table anew to alter it and forgets its triggers: a migration that alters such a table closes it again.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
POSTGRES_REFUSAL = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION refuse_change()
"""


def guards(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    """Return the statements that close a table to changes."""
    if connection.vendor == "postgresql":
        return [POSTGRES_REFUSAL, POSTGRES.format(table=table)]
    return [SQLITE.format(table=table, verb=verb) for verb in ("update", "delete")]


def lifting(connection: BaseDatabaseWrapper, table: str) -> list[str]:
    """Return the statements that open it again: for migrations and for tests, which empty every table."""
    if connection.vendor == "postgresql":
        return [f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}"]
    return [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for verb in ("update", "delete")]
