from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.staff.append_only import (
    guards,
    lifting,
)


def close(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in guards(schema_editor.connection, "accounts_staffact"):
        schema_editor.execute(statement, params=None)


def reopen(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in lifting(schema_editor.connection, "accounts_staffact"):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_sanctions_trace_and_announcements")]

    operations = [migrations.RunPython(close, reopen)]
