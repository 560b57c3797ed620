"""What players ask: one question for each ruling that matters at the table. The answers are in the page's template."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

QUESTIONS: Final[Mapping[str, str | Promise]] = {
    "nobody_bids": _("What if nobody bids?"),
    "cannot_outbid": _("Am I asked when I cannot bid higher?"),
    "covered": _("Do covered %(tiles)s still count?"),
    "decline": _("May I refuse my %(tile)s at a party?"),
    "nothing_fits": _("What if nothing fits?"),
    "weaker": _("May I cover a %(tile)s with a weaker one?"),
    "moving": _("May I move a %(tile)s later?"),
    "late_guest": _("May a finished movie get a %(guest_star)s?"),
    "at_party": _("What if a movie is completed at a party?"),
    "too_high": _("What if the total is above the highest %(marker)s?"),
    "none_left": _("What if no %(marker)s is low enough?"),
    "same_rating": _("Can two movies have the same rating?"),
    "no_movie": _("What if no movie is complete when a %(quarter)s ends?"),
    "director_tie": _("Who wins %(best_director)s in a tie?"),
    "tied_score": _("What if the final scores are equal?"),
    "open_money": _("May I see what the others have?"),
    "hidden": _("What does nobody know?"),
    "ai_counts": _("Does the AI see more than I do?"),
    "first_player": _("Who begins?"),
    "studios": _("Which screenplays are in play?"),
    "legend_order": _("Do I know which %(legend)s comes next?"),
}
