"""What others may want to hear about people; `games` and `leaderboard` listen, `accounts` knows neither.

What tells of a change is sent inside the transaction that writes it, so a listener's error undoes the whole.
"""

from django.dispatch import Signal

# A guest logged in to an account they already had: hand the guest's matches over. The guest is deleted afterwards.
# Answer with sentences for them about what they cannot keep, or None. Both rows are locked.
# Arguments: guest (User), user (User).
guest_joined = Signal()

# Somebody leaves for good: remove what is theirs alone, such as unfinished solo matches, and let go of their seats.
# A guest is deleted afterwards unless rows still refer to them; anybody else stays under a neutral name.
# Argument: user (User).
account_leaving = Signal()

# Somebody takes out their data: answer with a dict of what can be written as JSON, to be put under your app's name.
# Argument: user (User). Answers come back through `accounts.leaving.takeout`.
collect_personal_data = Signal()

# A public page is shown: answer with an `accounts.people.panels.Panel`, or None where there is nothing to show.
# Arguments: person (User), viewer (User or None).
collect_profile_panels = Signal()

# Names are shown: answer with a short text for some of them, such as a rating. Argument: people (a set of numbers).
collect_badges = Signal()

# Staff imposed a sanction, or lifted one: let it act on what is yours, such as open sockets.
# Argument: sanction (Sanction).
sanction_imposed = Signal()
sanction_lifted = Signal()

# Staff open the file of a person: answer with an `accounts.people.panels.Panel`, or None where there is nothing.
# Arguments: person (User), reader (User).
collect_file_panels = Signal()

# Somebody's holidays changed, or one began or ended: clocks of theirs that run may end at another moment now.
# Arguments: user (User), before (their holiday_spans as they were). The person's row is locked.
holidays_changed = Signal()
