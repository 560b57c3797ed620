"""What every app may listen to."""

from django.dispatch import Signal

# Sent again and again by beat: do what is due, idempotently, whoever else is doing it too.
sweeping = Signal()
