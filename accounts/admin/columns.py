"""What the admin calls columns whose models say nothing of them: models would need a migration for each word."""

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AddressBan, Appeal, Block, Sanction, User


def name_columns(model: type[Model], **words: str | Promise) -> None:
    """Give fields names to be read; what migrations know of them is kept elsewhere by Django, and stays."""
    for name, said in words.items():
        model._meta.get_field(name).verbose_name = said  # type: ignore[union-attr]


name_columns(AddressBan, made_by=_("made by"))
name_columns(Appeal, sanction=_("sanction"))
name_columns(Block, blocker=_("blocker"), blocked=_("blocked"), made_at=_("made at"))
name_columns(Sanction, made_by=_("made by"), user=_("user"))
name_columns(User, under_sanction=_("under sanction"))
