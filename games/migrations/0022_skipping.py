from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_words_for_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="is_skipping",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
