from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.moderation.roles import make_roles, remove_roles


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    make_roles(apps, schema_editor.connection.alias)


def remove(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    remove_roles(apps, schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_what_moderators_do"),
        ("accounts", "0004_letters"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(make, remove)]
