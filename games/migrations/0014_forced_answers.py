"""Answers that were forced are marked in the history; earlier ones stay as they were written."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An entry remembers whether anything else was possible."""

    dependencies = [
        ("games", "0013_a_key_belongs_to_its_seat"),
    ]

    operations = [
        migrations.AddField(model_name="playedmove", name="forced", field=models.BooleanField(default=False)),
    ]
