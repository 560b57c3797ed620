"""Templates for what staff write to somebody about a sanction, in that person's own language."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.admin.tools import Template

TEMPLATES: Final = tuple(
    Template(name=name, label=label, field="message", text=text, reader=lambda row: row)
    for name, label, text in (
        (
            "insults",
            _("Insults, first time"),
            _(
                "Hello %(name)s, one of your lines in the chat was insulting, so we removed it. Please keep it kind:"
                " the people at the table came to play. You can answer this message."
            ),
        ),
        (
            "insults-again",
            _("Insults, again"),
            _(
                "Hello %(name)s, we have written to you before about insults in the chat, and it happened again. The"
                " next time the chat will be closed to you for longer. You can answer this message."
            ),
        ),
        (
            "stalling",
            _("Slow on purpose"),
            _(
                "Hello %(name)s, others waited for you again and again although you were there. If you cannot go on,"
                " leave the seat to the AI; that is fairer to the table. You can answer this message."
            ),
        ),
        (
            "leaving",
            _("Leaves matches"),
            _(
                "Hello %(name)s, you have left several matches before their end. Please begin only what you can finish,"
                " or choose a slow table. You can answer this message."
            ),
        ),
        (
            "name",
            _("Offensive name or text"),
            _(
                "Hello %(name)s, your name or the text on your page is offensive to others. Please choose another one."
                " You can answer this message."
            ),
        ),
        (
            "accounts",
            _("Several accounts"),
            _(
                "Hello %(name)s, several accounts of yours played for ratings at the same tables. One person plays with"
                " one account here. You can answer this message."
            ),
        ),
    )
)
