"""Room on a public page for what other apps know of a person: history, ratings."""

from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from accounts.signals import collect_file_panels, collect_profile_panels


@dataclass(frozen=True)
class Panel:
    """A part of a public page: a template, what it shows (as `panel`), how far down it stands."""

    template: str
    context: dict[str, Any] = field(default_factory=dict)
    order: int = 100


def panels_of(*, person: User, viewer: User | None) -> list[Panel]:
    """Ask every listener for its panel, and put them in order."""
    answers = collect_profile_panels.send(sender=User, person=person, viewer=viewer)
    panels: list[Any] = [panel for _listener, panel in answers if panel]
    return sorted(panels, key=lambda panel: panel.order)


def file_panels_of(*, person: User, reader: User, own: Panel) -> list[Panel]:
    """Ask every listener what staff should know about somebody, and put it in order with what accounts know."""
    answers = collect_file_panels.send(sender=User, person=person, reader=reader)
    panels: list[Any] = [own, *(panel for _listener, panel in answers if panel)]
    return sorted(panels, key=lambda panel: panel.order)
