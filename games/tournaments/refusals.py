"""Why something about a tournament is refused, with words for the person who hears it."""

from django.utils.translation import gettext_lazy as _

from games.play.refusals import ActionRefused


class NotTrusted(ActionRefused):
    reason = _(
        "To host a tournament you need a confirmed e-mail address, some finished matches, and no sanction against you."
    )


class TooManyTournaments(ActionRefused):
    reason = _("You already host the maximum number of tournaments. Let one of them end first.")


class NotTheHost(ActionRefused):
    reason = _("Only the host of this tournament can do that.")


class EntriesClosed(ActionRefused):
    reason = _("This tournament takes no more entries.")


class TournamentFull(ActionRefused):
    reason = _("Every place in this tournament is taken.")


class EntrantsInvited(ActionRefused):
    reason = _("This tournament is by invitation only. Ask its host for an invitation.")


class NotForBots(ActionRefused):
    reason = _("Bots do not take part in tournaments.")


class AccountNeeded(ActionRefused):
    reason = _("To take part you need an account with a confirmed e-mail address.")


class WereDisqualified(ActionRefused):
    reason = _("You were disqualified from this tournament.")


class NotEntered(ActionRefused):
    reason = _("You do not take part in this tournament.")


class AlreadyOver(ActionRefused):
    reason = _("This tournament is over.")


class HasBegun(ActionRefused):
    reason = _("This tournament has begun, so that can no longer be changed.")


class EnteredForCasualPlay(ActionRefused):
    reason = _("Others have entered for casual play, so it stays casual.")


class TooFewEntrants(ActionRefused):
    reason = _("There are not enough entrants to begin.")
