"""What nobody may say or link to at a table."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import lookalike_key


class FilterWord(models.Model):
    """A word, or the host of a link. It is data: moderators add and take away."""

    class Kind(models.TextChoices):
        """Where it is looked for."""

        WORD = "word", _("Word")
        HOST = "host", _("Host of a link")

    kind = models.CharField(_("kind"), max_length=4, choices=Kind, default=Kind.WORD)
    text = models.CharField(
        _("text"), max_length=60, help_text=_("A whole word; with * at its end, all words that begin so.")
    )

    class Meta:
        verbose_name = _("filtered word")
        verbose_name_plural = _("filtered words")
        default_permissions = ("add", "delete", "view")
        constraints = [models.UniqueConstraint(fields=["kind", "text"], name="filter_word_once")]

    def __str__(self) -> str:
        return self.text

    def clean(self) -> None:
        """Refuse a filter that fits everything: it would silence everybody."""
        self.text = self.text.strip().casefold()
        if len(lookalike_key(self.text.removesuffix("*"))) < 3 or " " in self.text:
            raise ValidationError({"text": _("One word of at least three letters.")})
