"""What accounts know about a person, for their file."""

from typing import Any, Final

from accounts.models import PersonNote, Sanction, Sighting, StaffAct, User
from accounts.people.panels import Panel

LATEST: Final = 30


def panel_of(person: User, reader: User) -> Panel:
    """Sanctions, notes, and for those who may: addresses shared with others, and what staff did."""
    acts = StaffAct.objects.filter(person=person)[:LATEST]
    return Panel(
        template="admin/file_accounts.html",
        order=20,
        context={
            "sanctions": Sanction.objects.filter(user=person).select_related("appeal", "made_by", "user"),
            "notes": PersonNote.objects.filter(user=person).select_related("author")[:LATEST],
            "sightings": shared_addresses(person) if reader.has_perm("accounts.view_sighting") else None,
            "acts": acts if reader.has_perm("accounts.view_staffact") else None,
        },
    )


def shared_addresses(person: User) -> list[Sighting]:
    """Return where somebody came from lately, each with everybody else who came from there."""
    mine = list(Sighting.objects.filter(user=person).order_by("-last_at")[:LATEST])
    networks = [sighting.network for sighting in mine]
    shared = Sighting.objects.filter(network__in=networks).exclude(user=person).select_related("user")
    for sighting in mine:
        others: list[Any] = [row for row in shared if row.network == sighting.network]
        sighting.others = others[:LATEST]  # type: ignore[attr-defined]
    return mine
