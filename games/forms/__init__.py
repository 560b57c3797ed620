"""What people fill in: a new table, a quick start."""

from games.forms.quick_start import QuickStartForm
from games.forms.table import TableForm, said_of

__all__ = ["QuickStartForm", "TableForm", "said_of"]
