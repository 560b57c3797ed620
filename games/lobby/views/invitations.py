"""Inviting, and answering an invitation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from games.lobby.services import invitations as services
from games.models import Invitation
from games.play.requests import back_to, person, post_at_table, post_in_lobby, settle, table_or_404


@post_at_table
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask somebody by name for the host."""
    match, name = table_or_404(request, pk), request.POST.get("name", "")
    done = _("%(name)s is invited.") % {"name": name}
    settle(request, lambda: services.invite(match_id=pk, host=person(request), name=name), done)
    return back_to(request, match)


@post_at_table
def withdraw(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """Withdraw an invitation of the host's."""
    match = table_or_404(request, pk)
    settle(
        request,
        lambda: services.withdraw_invitation(match_id=pk, host=person(request), invitation_id=invitation),
    )
    return back_to(request, match)


@post_in_lobby
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the seat that was offered."""
    invitation = get_object_or_404(Invitation.objects.select_related("match"), pk=pk, user=person(request))
    settle(request, lambda: services.accept_invitation(invitation_id=pk, user=person(request)))
    return back_to(request, invitation.match)


@post_in_lobby
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no, thank you."""
    get_object_or_404(Invitation, pk=pk, user=person(request))
    done = _("You declined the invitation.")
    settle(request, lambda: services.decline_invitation(invitation_id=pk, user=person(request)), done)
    return redirect("lobby")
