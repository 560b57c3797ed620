"""The words of the titles of finished matches, for those who look for one."""

import re
import unicodedata
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class TitleWord(models.Model):
    """One word of a title, as whoever looks for it would type it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="title_words")
    word = models.CharField(max_length=60, db_index=True)

    class Meta:
        verbose_name = _("word of a title")
        verbose_name_plural = _("words of titles")

    def __str__(self) -> str:
        return self.word


def words_in(text: str) -> list[str]:
    """Return the words of a text, each once, without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in letters if not unicodedata.combining(sign))
    return list(dict.fromkeys(re.findall(r"\w+", plain)))


@models.CharField.register_lookup
class BeginsWith(models.Lookup):
    """Begins with these letters: the same answer as `startswith`, by way of the index on every database."""

    lookup_name = "begins_with"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a range of letters, where letters are compared one by one."""
        column, column_values = self.process_lhs(compiler, connection)
        first = str(self.rhs)
        return f"({column} >= %s AND {column} < %s)", (*column_values, first, *column_values, first + "\U0010ffff")

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """PostgreSQL sorts like people do, so a range would miss some; its index knows LIKE."""
        column, column_values = self.process_lhs(compiler, connection)
        return f"{column} LIKE %s", (*column_values, connection.ops.prep_for_like_query(self.rhs) + "%")
