"""The admin looks at tables and sees nothing secret."""

import pytest
from django.contrib import admin
from django.test import RequestFactory

from accounts.models import User
from games.lobby.services.tables import quick_start
from games.models import BrainFailure, Match, PlayedMove
from games.moderation.admin.matches import MatchAdmin
from tests.games.conftest import People

SECRET = {"state", "secret", "opening", "invite_token", "turn_seat"}


@pytest.mark.django_db
def test_nothing_secret_is_on_the_page_and_nothing_can_be_changed(people: People) -> None:
    match = quick_start(user=people("ada"), seats=2, studio=1, level="trainee")
    request = RequestFactory().get("/")
    request.user = people("louella")
    request.user.is_staff = request.user.is_superuser = True
    page = MatchAdmin(Match, admin.site).changeform_view(request, str(match.pk))
    words = page.render().content.decode()
    assert match.commitment in words
    assert match.invite_token not in words
    assert bytes(match.secret).hex() not in words
    assert 'name="_save"' not in words
    assert not SECRET & set(MatchAdmin.fields)


@pytest.mark.django_db
def test_somebody_is_told_of_ais_that_fail(people: People) -> None:
    match = quick_start(user=people("ada"), seats=2, studio=1, level="trainee")
    BrainFailure.objects.create(match=match, number=7, level="mogul", what="no answer within 5 s")
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True)
    page = admin.site.get_model_admin(BrainFailure).changelist_view(request)
    assert "no answer within 5 s" in page.render().content.decode()


@pytest.mark.parametrize("model", [BrainFailure, Match, PlayedMove])
def test_the_admin_writes_no_match(model: type) -> None:
    page = admin.site.get_model_admin(model)
    assert not any((page.has_add_permission(None), page.has_change_permission(None), page.has_delete_permission(None)))
