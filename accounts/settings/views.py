"""How I appear, and how I want the site."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.entrance.adapter import AccountAdapter
from accounts.models import Holiday, User
from accounts.people.guest_access import UserRequest, account_required, login_required
from accounts.people.selectors import blocks_of, follows_of
from accounts.people.services.locking import lock_person
from accounts.people.services.preferences import choose_language, choose_theme
from accounts.settings import services
from accounts.settings.devices import ways_of
from accounts.settings.forms import HolidayForm, NoticesForm, PreferencesForm, ProfileForm, RestForm

Form: TypeAlias = "ModelForm[Any]"


@login_required
def profile(request: UserRequest) -> HttpResponse:
    """Change name and about text; a guest has only wishes."""
    if request.user.is_guest:
        return redirect("settings-preferences")
    form, is_kept = fill(request, partial(ProfileForm, request=request))
    if is_kept:
        return saved(request, "settings")
    return render(request, "accounts/settings/profile.html", {"form": form})


@login_required
def preferences(request: UserRequest) -> HttpResponse:
    """Change language, time zone and theme."""
    form, is_kept = fill(request, partial(PreferencesForm, initial={"language": request.LANGUAGE_CODE}))
    if not is_kept:
        return render(request, "accounts/settings/preferences.html", {"form": form})
    user = form.instance
    response = saved(request, "settings-preferences")
    choose_theme(user=user, theme=user.theme, response=response)
    choose_language(user=user, language=user.language, response=response)
    return response


@account_required
def notices(request: UserRequest) -> HttpResponse:
    """Choose what one is told of, where, and when."""
    form, is_kept = fill(request, NoticesForm)
    if is_kept:
        return saved(request, "settings-notices")
    return render(request, "accounts/settings/notices.html", {"form": form, **ways_of(request)})


@login_required
def rest(request: UserRequest) -> HttpResponse:
    """Choose hours of rest, and see one's holidays."""
    form, is_kept = fill(request, RestForm)
    return saved(request, "settings-rest") if is_kept else show_rest(request, form)


@login_required
@require_POST
def plan(request: UserRequest) -> HttpResponse:
    """Plan a holiday, or say why not beside the form."""
    form = HolidayForm(request.POST)
    if form.is_valid():
        try:
            services.plan_holiday(user=request.user, **form.cleaned_data)
        except services.HolidayRefused as refusal:
            form.add_error(None, str(refusal))
    if form.is_valid():
        return saved(request, "settings-rest")
    return show_rest(request, RestForm(instance=request.user), form)


@login_required
@require_POST
def end(request: UserRequest, pk: int) -> HttpResponse:
    """End a holiday of one's own; what is nobody's, or over, is left as it is."""
    services.end_holiday(user=request.user, holiday_id=pk)
    return saved(request, "settings-rest")


def show_rest(request: UserRequest, form: Form, planning: HolidayForm | None = None) -> HttpResponse:
    """Show hours and holidays, with a form that was refused where there is one."""
    user, year = request.user, services.today_of(request.user).year
    shown = {
        "form": form,
        "planning": planning or HolidayForm(),
        "holidays": user.holidays.exclude(stage=Holiday.Stage.OVER),
        "years": [(number, services.days_left(user, number)) for number in (year, year + 1)],
        "allowance": settings.HOLIDAY_DAYS,
    }
    return render(request, "accounts/settings/rest.html", shown)


@account_required
def following(request: UserRequest) -> HttpResponse:
    """List whom one follows."""
    return render(request, "accounts/settings/following.html", {"follows": follows_of(request.user)})


@account_required
def blocked(request: UserRequest) -> HttpResponse:
    """List whom I keep away."""
    return render(request, "accounts/settings/blocked.html", {"blocks": blocks_of(request.user)})


def fill(request: UserRequest, form_of: Callable[..., Form]) -> tuple[Form, bool]:
    """Read the form about the person who asks; one that is sent is kept, if it is in order.

    The row is held from reading to writing: what moderators do comes before or after, never between. It is read again,
    since a form that is refused must not change the one whom the page greets.
    """
    if request.method != "POST":
        return form_of(None, instance=User.objects.get(pk=request.user.pk)), False
    with transaction.atomic():
        user = lock_person(request.user)
        if user.left_at is not None:
            raise Http404  # deleted a moment ago: nothing is written to what is left
        form = form_of(request.POST, instance=user)
        return form, form.is_valid() and keep(form)


def keep(form: Form) -> bool:
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
