"""How I appear, and how I want the site."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.adapter import AccountAdapter
from accounts.forms.profile import NoticesForm, PreferencesForm, ProfileForm
from accounts.models import User
from accounts.selectors import blocks_of
from accounts.services.preferences import choose_language, choose_theme
from accounts.views.access import UserRequest, account_required


@login_required
def profile(request: UserRequest) -> HttpResponse:
    """Change name and about text; a guest has only wishes."""
    if request.user.is_guest:
        return redirect("settings-preferences")
    form = ProfileForm(request.POST or None, instance=fresh(request), request=request)
    if form.is_valid() and keep(form):
        return saved(request, "settings")
    return render(request, "accounts/settings/profile.html", {"form": form})


@login_required
def preferences(request: UserRequest) -> HttpResponse:
    """Change language, time zone and theme."""
    user = fresh(request)
    form = PreferencesForm(request.POST or None, instance=user, initial={"language": request.LANGUAGE_CODE})
    if not form.is_valid():
        return render(request, "accounts/settings/preferences.html", {"form": form})
    user.save(update_fields=list(form.fields))
    response = saved(request, "settings-preferences")
    choose_theme(user=user, theme=user.theme, response=response)
    choose_language(user=user, language=user.language, response=response)
    return response


@account_required
def notices(request: UserRequest) -> HttpResponse:
    """Choose what we write about."""
    user = fresh(request)
    form = NoticesForm(request.POST or None, instance=user)
    if form.is_valid():
        user.save(update_fields=list(form.fields))
        return saved(request, "settings-notices")
    return render(request, "accounts/settings/notices.html", {"form": form})


@account_required
def blocked(request: UserRequest) -> HttpResponse:
    """List whom I keep away."""
    return render(request, "accounts/settings/blocked.html", {"blocks": blocks_of(request.user)})


def fresh(request: UserRequest) -> User:
    """Read the person again: a form that is refused must not change the one the page greets."""
    return User.objects.get(pk=request.user.pk)


def keep(form: ProfileForm) -> bool:
    """Save, unless somebody took the name meanwhile."""
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error("username", AccountAdapter.error_messages["username_taken"])
        return False
    return True


def saved(request: HttpRequest, page: str) -> HttpResponse:
    """Say so and show the page again."""
    messages.success(request, _("Saved."))
    return redirect(page)
