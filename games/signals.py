"""What others may listen to, without games knowing them."""

from django.dispatch import Signal

# A match is over, or its result counts differently than before (`match_id`); sent once that is committed. A lost one
# does no harm: whoever listens also looks for itself at the sweep.
result_changed = Signal()

# The end of a match is drawn, the same for everybody: answer with an `accounts.people.panels.Panel`, or None (`match`).
collect_ending_panels = Signal()
