"""What others may listen to, without games knowing them."""

from django.dispatch import Signal

# Rung again and again by beat: do what is due, idempotently, whoever else is doing it too.
sweeping = Signal()
