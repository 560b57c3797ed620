from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_browser_zone")]

    operations = [
        migrations.RemoveField(model_name="user", name="mail_news"),
        migrations.AddField(
            model_name="user",
            name="mail_stand_in",
            field=models.BooleanField(default=True, verbose_name="when the AI takes over for me"),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_start",
            field=models.BooleanField(default=True, verbose_name="when a match of mine starts"),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_end",
            field=models.BooleanField(default=True, verbose_name="when a match of mine ends"),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_called_off",
            field=models.BooleanField(default=True, verbose_name="when a table of mine is called off"),
        ),
    ]
