from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, F, OuterRef

AI_SHARE = 3


def mark_who_was_away(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What is remembered learns for whom an AI decided more than its share."""
    seats = apps.get_model("games", "Seat").objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    away = seats.filter(conceded_at=None, decisions__lt=F("decisions_by_ai") * AI_SHARE)
    apps.get_model("leaderboard", "Appearance").objects.filter(Exists(away)).update(was_away=True)


def count_all_anew(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Ratings are those of one rule for the whole history: the next sweep counts it from the first match on."""
    apps.get_model("leaderboard", "RatingChange").objects.all().delete()
    apps.get_model("leaderboard", "Rating").objects.all().delete()
    apps.get_model("leaderboard", "Tally").objects.filter(is_rated=True).update(is_rated=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_who_decided_and_what_the_site_saw"),
        ("leaderboard", "0002_places_are_counted_in_the_index"),
    ]

    operations = [
        migrations.AddField("appearance", "was_away", models.BooleanField(default=False)),
        migrations.RunPython(mark_who_was_away, migrations.RunPython.noop),
        migrations.RunPython(count_all_anew, migrations.RunPython.noop),
    ]
