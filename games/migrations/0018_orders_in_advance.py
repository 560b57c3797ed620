"""Orders in advance, in a table of their own; auctions held together; which moves were made by order."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_why_a_match_is_paused"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="answers_named",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="match",
            name="auctions",
            field=models.CharField(
                choices=[("in_turn", "In turn"), ("together", "Together")],
                db_default="in_turn",
                default="in_turn",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="awaited",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="match",
            name="orders_shown",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="match",
            name="silence_passes",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="playedmove",
            name="by_order",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="decisions_by_order",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="saved_seconds",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.CreateModel(
            name="OrderSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                ("number", models.PositiveIntegerField(default=0)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="order_sheets",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "verbose_name": "order sheet",
                "verbose_name_plural": "order sheets",
                "constraints": [models.UniqueConstraint(fields=("match", "seat"), name="order_sheet_one_for_a_seat")],
            },
        ),
    ]
