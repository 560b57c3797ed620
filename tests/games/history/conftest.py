"""A short past: finished matches between known people."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.models import Match, Seat, TitleWord
from games.models.title_word import words_in
from tests.games.conftest import People

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
Past = Callable[..., Match]


@pytest.fixture
def past(people: People) -> Past:
    """A finished match of these people in the order of their places, on a later day each time; nothing was moved."""
    days = iter(range(10_000))

    def finished(*names: str, scores: tuple[int, ...] = (), title: str = "", **said: Any) -> Match:
        names = names or ("ada", "grace")
        scores = scores or tuple(60 - 5 * number for number in range(len(names)))
        match = Match.objects.create(
            **{
                "title": title,
                "edition_id": "dream-factory-2009",
                "status": Match.Status.FINISHED,
                "size": len(names),
                "host": people(names[0]),
                "finished_at": START + timedelta(days=next(days)),
                "best_score": max(scores),
                **said,
            }
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, studio=number + 1, user=people(name), score=score, place=number + 1)
            for number, (name, score) in enumerate(zip(names, scores, strict=True))
        )
        TitleWord.objects.bulk_create(TitleWord(match=match, word=word) for word in words_in(title))
        return match

    return finished
