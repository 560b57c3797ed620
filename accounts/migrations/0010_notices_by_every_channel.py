"""Notices by mail, on devices and by webhook: what was chosen before stays chosen, and old code goes on beside it."""

import accounts.models.webhook
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_rest_and_holidays"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("user_agent", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "device with push notices",
                "verbose_name_plural": "devices with push notices",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "style",
                    models.CharField(
                        choices=[("discord", "Discord"), ("slack", "Slack"), ("json", "Any program (signed JSON)")],
                        max_length=8,
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("seed", models.CharField(default=accounts.models.webhook.draw_seed, editable=False, max_length=32)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="letter",
            name="read_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="letter",
            name="told",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_hour",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="hook_kinds",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_mention",
            field=models.BooleanField(db_default=True, default=True, verbose_name="when somebody mentions me"),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_reminder",
            field=models.BooleanField(db_default=True, default=True, verbose_name="when my time is nearly over"),
        ),
        migrations.AddField(
            model_name="user",
            name="push_kinds",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_until",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(condition=models.Q(("read_at__isnull", True)), fields=["user"], name="letter_unread"),
        ),
        migrations.AddField(
            model_name="pushdevice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="push_devices", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
