"""Matches that are over already get what the history sorts and finds them by."""

from typing import Any

from django.db import migrations, models

from games.models.title_word import words_in


def tell_the_past(apps: Any, schema_editor: Any) -> None:
    """Best scores, and the words of titles."""
    match, title_word, seat = (apps.get_model("games", name) for name in ("Match", "TitleWord", "Seat"))
    best = seat.objects.filter(match=models.OuterRef("pk"), score__isnull=False).order_by("-score").values("score")[:1]
    finished = match.objects.filter(status="finished")
    finished.filter(seats__score__isnull=False).update(best_score=models.Subquery(best))
    titled = finished.exclude(title="").values_list("pk", "title")
    title_word.objects.bulk_create(
        title_word(match_id=pk, word=word) for pk, title in titled for word in words_in(title)
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0005_history_imports_and_titles")]

    operations = [migrations.RunPython(tell_the_past, migrations.RunPython.noop)]
