"""The column that keeps names apart."""

from django.db import models

from accounts.lookalikes import lookalike_key


class NameKeyField(models.CharField):  # type: ignore[type-arg]
    """Follows the name at every writing, so that of two look-alikes at once the database lets one in."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Make the key anew from the name as it is now."""
        key = lookalike_key(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key
