"""Rows of which only what changed is written."""

from collections.abc import Collection, Iterable
from typing import Any, Self

from django.db import models


class WritesChanges(models.Model):
    """Writes what was changed since it was read and nothing else, whoever saves, allauth and the admin too.

    A whole row would also write back what others changed meanwhile: a ban, another name, an account that was deleted.
    """

    stored: dict[str, Any] | None = None  # what the row holds as far as this object knows; None before it is written

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Write what changed; a new row is written whole."""
        is_new = self._state.adding or self.pk is None or bool(args) or kwargs.get("force_insert", False)
        names = None if update_fields is None else set(update_fields)
        if names is None and self.stored is not None and not is_new:
            names = self.changed()
        super().save(*args, update_fields=names, **kwargs)
        self._remember(names)

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **kwargs: Any) -> Self:
        """Remember what was read."""
        row = super().from_db(db, field_names, values, **kwargs)
        row._remember(field_names)
        return row

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: models.QuerySet[Self] | None = None,
    ) -> None:
        """Remember what was read anew."""
        names = None if fields is None else list(fields)
        super().refresh_from_db(using=using, fields=names, from_queryset=from_queryset)
        self._remember(names)

    def changed(self) -> set[str]:
        """Name the columns that are not as they were read."""
        stored = self.stored or {}
        return {name for name, value in self._values().items() if name not in stored or stored[name] != value}

    def _remember(self, names: Collection[str] | None) -> None:
        """Take what this object holds for what is stored: in all columns, or in those of these names."""
        values = self._values()
        known = values if names is None else {name: values[name] for name in names if name in values}
        self.stored = {**(self.stored or {}), **known}

    def _values(self) -> dict[str, Any]:
        """Give what this object holds; a column that was not read is not in it."""
        columns = [field.attname for field in self._meta.concrete_fields if not field.primary_key]
        return {name: self.__dict__[name] for name in columns if name in self.__dict__}
