"""Who wanted no mail about their turn wants no reminder of it; what was told before is no news under the bell."""

from typing import Any

from django.db import migrations
from django.db.models import F


def keep_choices(apps: Any, schema_editor: Any) -> None:
    apps.get_model("accounts", "User").objects.filter(mail_my_turn=False).update(mail_reminder=False)
    apps.get_model("accounts", "Letter").objects.filter(read_at=None).update(read_at=F("written_at"))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_notices_by_every_channel")]

    operations = [migrations.RunPython(keep_choices, migrations.RunPython.noop, elidable=True)]
