"""Remarks of staff about somebody."""

from django.db import transaction

from accounts.models import PersonNote, User
from accounts.staff.services.trace import trace


@transaction.atomic
def write_note(*, actor: User, user: User, text: str) -> PersonNote:
    """Remember something about somebody."""
    note = PersonNote.objects.create(user=user, author=actor, text=text)
    trace(actor=actor, verb="note", why=text, target=note, person=user)
    return note
