"""Templates for answers to whoever reported something, in that person's own language."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.admin.tools import Template
from games.labels import table_name

HELLO: Final = {
    "upheld": (
        _("Upheld, thank you"),
        _(
            "Hello %(name)s, thank you for telling us. What happened%(at)s broke our rules, and we have acted on it. If"
            " you would rather not meet somebody again, you can block them on their page; the lobby then keeps you"
            " apart."
        ),
    ),
    "no-breach": (
        _("No breach"),
        _(
            "Hello %(name)s, thank you for telling us. We looked at what happened%(at)s and found nothing against our"
            " rules. If you would rather not meet somebody again, you can block them on their page."
        ),
    ),
    "unclear": (
        _("We cannot tell"),
        _(
            "Hello %(name)s, thank you for telling us. From what we see%(at)s we cannot tell what happened. We will"
            " keep an eye on it; please tell us if it happens again."
        ),
    ),
    "known": (
        _("Dealt with already"),
        _("Hello %(name)s, thank you for telling us. Others told us of it too, and it has been dealt with."),
    ),
}


def _names(row: Any) -> dict[str, str]:
    where = str(_(" at “%(table)s”") % {"table": table_name(row.match)}) if row.match else ""
    return {"at": where}


TEMPLATES: Final = tuple(
    Template(name=name, label=label, field="answer", text=text, reader=lambda row: row.reporter, names=_names)
    for name, (label, text) in HELLO.items()
)
