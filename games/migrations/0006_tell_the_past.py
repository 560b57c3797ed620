"""Matches that are over already get what the history sorts and finds them by."""

from django.db import migrations, models

from games.models.title_word import words_in


def tell_the_past(apps, schema_editor):
    Match, TitleWord, Seat = (apps.get_model("games", name) for name in ("Match", "TitleWord", "Seat"))
    best = Seat.objects.filter(match=models.OuterRef("pk"), score__isnull=False).order_by("-score").values("score")[:1]
    finished = Match.objects.filter(status="finished")
    finished.filter(seats__score__isnull=False).update(best_score=models.Subquery(best))
    titled = finished.exclude(title="").values_list("pk", "title")
    TitleWord.objects.bulk_create(
        TitleWord(match_id=pk, word=word) for pk, title in titled for word in words_in(title)
    )


class Migration(migrations.Migration):

    dependencies = [("games", "0005_history_imports_and_titles")]

    operations = [migrations.RunPython(tell_the_past, migrations.RunPython.noop)]
