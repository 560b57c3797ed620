"""What staff may ask the lists of the admin: their own filters, their search and the key, and nothing by the way."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import SuspiciousOperation
from django.db.models import Field, Model
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import StaffAct, User
from accounts.staff.admin_site import StaffAdminSite
from games.models import ImportedRecord, Match
from tests.games.conftest import People
from tests.moderation.conftest import Staff
from tests.moderation.second_factor import show_second_factor

pytestmark = pytest.mark.django_db

# What the filters beside each list ask for; lists that are not named have none.
FILTERS: dict[str, set[str]] = {
    "accounts.user": {
        *("is_guest__exact", "is_guest__isnull", "is_staff__exact", "is_staff__isnull"),
        *("is_active__exact", "is_active__isnull", "under_sanction__exact", "under_sanction__isnull"),
    },
    "accounts.sanction": {"kind__exact", "kind__isnull"},
    "accounts.appeal": set(),  # answered_at__isempty, which is no lookup of a field
    "accounts.staffact": {"verb", "verb__isnull"},
    "games.brainfailure": {"level", "level__isnull"},
    "games.dailyproblem": {"kind", "kind__isnull", "status__exact", "status__isnull"},
    "games.match": {
        *("status__exact", "status__isnull", "pace__exact", "pace__isnull"),
        *("rated__exact", "rated__isnull", "visibility__exact", "visibility__isnull"),
    },
    "games.report": {"kind__exact", "kind__isnull"},
    "games.chatline": {"removed__exact", "removed__isnull", "audience__exact", "audience__isnull"},
    "games.filterword": {"kind__exact", "kind__isnull"},
}
KEYS = ("", "__exact", "__in")
OF_A_FIELD = (
    *("", "__exact", "__iexact", "__startswith", "__regex", "__contains", "__gt", "__lte", "__range", "__isnull"),
    *("__in", "__year", "__deal__bag__85", "__0", "__length", "__nonsense"),
)
ACROSS = ("", "__exact", "__startswith", "__isnull")


def fields_of(model: type[Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        yield from {field.name, field.attname}


def lookups_of(model: type[Model]) -> Iterator[str]:
    """Every field with every lookup, and every field of every row that is tied to it in whatever way."""
    for name in (*fields_of(model), "pk"):
        yield from (f"{name}{lookup}" for lookup in OF_A_FIELD)
    for relation in model._meta.get_fields():
        if relation.related_model is None:
            continue
        name = relation.name if isinstance(relation, Field) else relation.get_accessor_name() or relation.name
        yield from (
            f"{start}__{other}{lookup}"
            for start in {name, relation.name}
            for other in (*fields_of(relation.related_model), "pk")
            for lookup in ACROSS
        )


def is_permitted(model: type[Model], lookup: str) -> bool:
    keys = {f"{key}{end}" for key in ("pk", model._meta.pk.attname) for end in KEYS}
    return lookup in keys | FILTERS.get(model._meta.label_lower, set())


def answer_to(user: User, model: type[Model], lookup: str) -> int:
    """The status that Django gives a list which is asked so; the pages around it would take most of the time."""
    request = RequestFactory().get("/", {lookup: "1"})
    request.user = user
    try:
        return admin.site.get_model_admin(model).changelist_view(request).status_code
    except SuspiciousOperation:
        return 400


@pytest.mark.parametrize("model", [*admin.site._registry], ids=lambda model: model._meta.label_lower)
def test_a_list_is_asked_for_nothing_but_its_filters_and_the_key(people: People, model: type[Model]) -> None:
    almighty = people("root")
    almighty.is_superuser = True
    wrong = {
        lookup: status
        for lookup in dict.fromkeys(lookups_of(model))
        if (status := answer_to(almighty, model, lookup)) != (200 if is_permitted(model, lookup) else 400)
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "asked",
    [
        "games/match/?id__exact={match}&state__deal__bag__85=symphony-orchestra-1",
        "games/match/?invite_token__regex=^a",
        "games/match/?secret__gt=a",
        "games/match/?turn_seat=0",
        "games/match/?rematch_of__invite_token__startswith=a",
        "games/match/?seats__hint__isnull=0",
        "games/playedmove/?match__state__deal__bag__85=x",
        "games/playedmove/?why__isnull=0",
        "games/chatline/?match__invite_token__startswith=a",
        "accounts/user/?email__startswith=ada",
        "accounts/user/?emailaddress__email__startswith=ada",
        "accounts/user/?password__startswith=argon",
        "accounts/user/?authenticator__data__secret__startswith=A",
        "accounts/sanction/?user__email__startswith=ada",
        "games/match/?status__exact=running&_changelist_filters=secret__gt%3Da&secret__gt=a",
        "games/match/?e=1&state__isnull=1",
        "games/match/?_popup=1&_to_field=invite_token",
        "games/match/?_to_field=secret",
        "games/match/{match}/change/?_to_field=invite_token",
        # What its own filters cannot read is refused as well, not answered with an error of ours or another page.
        "games/match/?rated__exact=perhaps",
        "games/match/?id__in=1,x",
        "games/match/?id__exact=1%00",
        "games/match/?status__exact=%00",
        "games/match/?nonsense=1",
    ],
)
def test_the_lowest_role_learns_nothing_by_the_way(at_work: Callable[[str], Client], match: Match, asked: str) -> None:
    helper = at_work("helper")
    for answer in (helper.get, helper.post):
        assert answer("/admin/" + asked.format(match=match.pk)).status_code == 400


@pytest.mark.parametrize(
    "asked",
    [
        "?status__exact=running&rated__exact=0&o=-1.2&p=1&q=ada",
        "?id__exact={match}",
        "?pk__in={match},4711",
        "?all=",
        "?e=1",
        "?_popup=1&_to_field=id",
        "?_facets=True",
        "{match}/change/?_changelist_filters=status__exact%3Drunning",
    ],
)
def test_what_a_list_offers_is_answered(at_work: Callable[[str], Client], match: Match, asked: str) -> None:
    assert at_work("helper").get("/admin/games/match/" + asked.format(match=match.pk)).status_code == 200


def test_whatever_a_library_registers_is_as_strict(people: People) -> None:
    site = StaffAdminSite()
    site.register([ContentType], admin.ModelAdmin, list_filter=["app_label"])
    site.register(User)
    for model, lookup in ((ContentType, "model__startswith"), (User, "email__startswith")):
        request = RequestFactory().get("/", {lookup: "a"})
        request.user = User(is_superuser=True)
        with pytest.raises(SuspiciousOperation):
            site.get_model_admin(model).changelist_view(request)


def test_nobody_searches_by_forms_that_are_not_there(staff: Staff, match: Match) -> None:
    helper = show_second_factor(staff("helper"))
    named = {"app_label": "games", "model_name": "seat", "field_name": "match", "term": "ada"}
    assert helper.get("/admin/autocomplete/", named).status_code == 403


def test_the_way_to_the_site_gives_no_secret_link_away(staff: Staff, people: People) -> None:
    helper, ada = show_second_factor(staff("helper")), people("ada")
    record = ImportedRecord.objects.create(owner=ada, record={}, moves=0, finished=False)
    for model, row in ((ImportedRecord, record), (User, ada)):
        number = ContentType.objects.get_for_model(model).pk
        answer = helper.get(f"/admin/r/{number}/{row.pk}/")
        assert answer.status_code == (302 if model is User else 403)
    assert helper.get(f"/admin/r/x/{ada.pk}/").status_code == 403


def test_what_was_searched_for_is_traced(staff: Staff, match: Match) -> None:
    helper = staff("helper")
    show_second_factor(helper).get("/admin/games/match/?q=ada&status__exact=running&o=1&p=1")
    act = StaffAct.objects.get()
    assert (act.actor, act.verb, act.why) == (helper, "search match", "q=ada; status__exact=running")
    assert act.after == {"q": ["ada"], "status__exact": ["running"]}


def test_leafing_and_reloading_is_the_same_search(staff: Staff, match: Match) -> None:
    client = show_second_factor(staff("helper"))
    for asked in ("q=ada", "q=ada&o=2", "o=3&q=ada&p=1", "q=grace", "q=ada"):
        client.get(f"/admin/games/match/?{asked}")
    assert list(StaffAct.objects.order_by("pk").values_list("why", flat=True)) == ["q=ada", "q=grace"]
    client.get("/admin/games/match/?o=2&p=1")
    show_second_factor(staff("moderator")).get("/admin/games/match/?q=ada")
    assert list(StaffAct.objects.order_by("pk").values_list("actor__username", flat=True)) == [
        *("helper", "helper", "moderator"),
    ]


def test_a_search_of_another_day_is_another_search(staff: Staff, match: Match) -> None:
    client = show_second_factor(staff("helper"))
    client.get("/admin/games/match/?q=ada")
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        client.get("/admin/games/match/?q=ada")
    assert StaffAct.objects.count() == 2


def test_a_search_without_end_leaves_a_short_trace(staff: Staff) -> None:
    show_second_factor(staff("helper")).get("/admin/accounts/user/", {"q": "a" * 5_000})
    act = StaffAct.objects.get()
    assert len(act.why) <= 1_000
    assert len(act.after["q"][0]) <= 1_000


def test_no_list_leafs_by_dates() -> None:
    assert {page.date_hierarchy for page in admin.site._registry.values()} == {None}
