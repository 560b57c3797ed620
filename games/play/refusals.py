"""Why something is refused, each reason with words for the person who hears it."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ActionRefused(Exception):
    """Nothing was changed; the text says why and what to do instead."""

    reason: ClassVar[str | Promise] = _("That cannot be done at this table now.")

    def __str__(self) -> str:
        return str(self.reason)


class TableFull(ActionRefused):
    reason = _("Somebody else has just taken the last seat. Other tables have free seats.")


class TableStarted(ActionRefused):
    reason = _("This match has already begun.")


class TableGone(ActionRefused):
    reason = _("This table has been dissolved. Other tables have room.")


class UnknownRules(ActionRefused):
    reason = _("This match is played by rules that this version of the site does not know. Nothing of it is lost.")


class DamagedMatch(ActionRefused):
    reason = _("Something in this match is damaged, so it cannot be played now. What was played is kept.")


class NotInvited(ActionRefused):
    reason = _("This table is by invitation only. Ask the host for an invitation.")


class KeptAway(ActionRefused):
    # Who keeps whom away is nobody else's business, so the words do not tell.
    reason = _("You cannot sit at this table. Other tables have room.")


class BotsNotAllowed(ActionRefused):
    reason = _("No bots may sit at this table.")


class SeatedAlready(ActionRefused):
    reason = _("You are already sitting at this table.")


class NotSeated(ActionRefused):
    reason = _("You have no seat at this table.")


class NotHost(ActionRefused):
    reason = _("Only the host can do that.")


class GuestsPlayUnrated(ActionRefused):
    reason = _("Rated matches need an account with a confirmed e-mail address. Casual tables are open to everybody.")


class BarredFromRated(ActionRefused):
    reason = _("Moderators have barred you from rated play for a while; your menu leads to the page that says why.")


class TooManyOpenTables(ActionRefused):
    reason = _("You already have the maximum number of open tables. Start or dissolve one first.")


class TooManyTables(ActionRefused):
    reason = _("You are already at the maximum number of tables. Finish a match first.")


class OthersSeated(ActionRefused):
    reason = _("The options are settled once somebody else sits at the table.")


class TooFewSeats(ActionRefused):
    reason = _("A match needs at least two studios. Fill a free seat with an AI, or wait for somebody.")


class StudioTaken(ActionRefused):
    reason = _("Somebody else has just chosen that studio. Choose another one.")


class StudiosAreDrawn(ActionRefused):
    reason = _("At this table the studios are drawn at random.")


class NotComplete(ActionRefused):
    reason = _("There are free seats. When the table is full, everybody is asked whether they are ready.")


class UnknownPerson(ActionRefused):
    reason = _("Nobody here has that name.")


class CannotInvite(ActionRefused):
    reason = _("You cannot invite this person.")


class TooManyInvitations(ActionRefused):
    reason = _("You have already invited the maximum number of people to this table.")


class TooManyInvitationsInAnHour(ActionRefused):
    reason = _("You have invited very many people in the last hour. Give them time to answer.")


class GuestsInviteByLink(ActionRefused):
    reason = _("To invite people by name you need an account. Anybody can come by the table’s link.")


class CannotInviteYourself(ActionRefused):
    reason = _("You are already at this table.")


class NoSuchInvitation(ActionRefused):
    reason = _("This invitation is no longer open.")


class HostStays(ActionRefused):
    reason = _("The host cannot be sent away.")


class UnknownChoice(ActionRefused):
    reason = _("That is not one of the choices.")


class MatchOver(ActionRefused):
    reason = _("This match is over.")


class OrdersMoved(ActionRefused):
    reason = _("You have changed your orders elsewhere in the meantime. The newer ones stand.")


class TooLateToTakeBack(ActionRefused):
    reason = _("There is too little time left to take an answer back. You can still change it.")


class LotSold(ActionRefused):
    reason = _("That lot has been sold already.")


class LotPassed(ActionRefused):
    reason = _("You have passed for this lot.")


class LimitAbovePurse(ActionRefused):
    reason = _("That limit is more money than you have.")


class LimitAboveCap(ActionRefused):
    reason = _("That limit is above what all your lots may cost together.")


class LimitTooLow(ActionRefused):
    reason = _("The highest bid has already reached that limit.")
