"""Why something is refused in a group."""

from django.utils.translation import gettext_lazy as _

from games.play.refusals import ActionRefused


class NoGroups(ActionRefused):
    reason = _("Groups are for people with an account and a confirmed e-mail address.")


class TooManyGroups(ActionRefused):
    reason = _("You are in as many groups as one can be. Leave one first.")


class GroupGone(ActionRefused):
    reason = _("This group is there no longer.")


class GroupFull(ActionRefused):
    reason = _("This group is full.")


class NotForYou(ActionRefused):
    # Who keeps whom away is nobody else's business, so the words do not tell.
    reason = _("You cannot join this group. There are others, and you can make one.")


class NameTaken(ActionRefused):
    reason = _("There is a group of that name, or one that looks like it.")


class NotUnderstood(ActionRefused):
    reason = _("That is too long, or not one of the choices. Nothing was changed.")


class NotLeader(ActionRefused):
    reason = _("Only the leader of the group can do that.")


class NotMember(ActionRefused):
    reason = _("Only members of the group can do that.")


class NobodyToInvite(ActionRefused):
    reason = _("There is nobody in this group you could invite to this table.")
