"""Why a match is paused is written down; so far it was told by the moment at which maintenance began."""

from typing import Any

from django.db import migrations, models


def say_why(apps: Any, schema_editor: Any) -> None:
    match, maintenance = apps.get_model("games", "Match"), apps.get_model("games", "Maintenance")
    paused = match.objects.filter(paused_at__isnull=False)
    paused.update(paused_by="staff")
    began = maintenance.objects.filter(goes_on=True).values("began_at")
    paused.filter(status="running", set_aside_at=None, paused_at__in=began).update(paused_by="maintenance")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_one_index_each"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="paused_by",
            field=models.CharField(
                blank=True,
                choices=[("maintenance", "Maintenance"), ("staff", "Staff")],
                default="",
                editable=False,
                max_length=12,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(say_why, migrations.RunPython.noop),
    ]
