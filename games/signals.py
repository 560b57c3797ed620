"""What others may listen to, without games knowing them."""

from django.dispatch import Signal

# A match is over, or its result counts differently than before (`match_id`); sent once that is committed. A lost one
# does no harm: whoever listens also looks for itself at the sweep.
result_changed = Signal()

# Entries were stored; sent once that is committed, in the process that stored them and with what it has in hand
# (`match`, `seats`, `moves`), so that whoever draws the table there need not read it again.
entries_played = Signal()

# Somebody wants to sit down where the host has set limits: answer with a `games.lobby.services.join_limits.Reputation`
# (`user`, `match`).
collect_reputation = Signal()

# A group's page is drawn: answer with an `accounts.people.panels.Panel`, or None (`group`).
collect_group_panels = Signal()

# The end of a match is drawn, the same for everybody: answer with an `accounts.people.panels.Panel`, or None (`match`).
collect_ending_panels = Signal()

# How strong are these (`people`, by number)? Answer with a rating for each who has one, in points; who pairs people or
# shows the strongest first asks.
collect_strengths = Signal()

# How does the site do? Answer with a `games.operations.queues.Queue` of work that another app keeps.
collect_queues = Signal()
