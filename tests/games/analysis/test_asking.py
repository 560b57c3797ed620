"""An analysis is asked for, made once in the background, and shown to whoever may see the match."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.analysis.services import ask_analysis, is_anything_due, make_next
from games.history.services import import_record
from games.models import Match, MatchAnalysis
from tests.games.analysis.records import SHORT
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def test_a_match_is_analysed_once_and_shown(people, table):
    match = finish(begin(people, table, "grace", host_begins=True))
    client = Client()
    client.force_login(people("ada"))
    assert "Analyse this match" in client.get(f"/tables/{match.pk}/analysis/").content.decode()
    for _ in range(2):
        client.post(f"/tables/{match.pk}/analysis/ask/")
    assert "Being analysed: move 0 of" in client.get(f"/tables/{match.pk}/analysis/").content.decode()
    assert is_anything_due()
    assert make_next()
    assert not make_next()
    row = MatchAnalysis.objects.get()
    assert (row.status, row.percent) == ("done", 100)
    page = Client().get(f"/tables/{match.pk}/analysis/").content.decode()
    assert page.count("<polygon") == 4  # two seats, on a desk and on a phone
    assert "Price against worth" in page
    assert "hx-trigger" not in page
    assert "Winning chances" in page
    assert f"/tables/{match.pk}/analysis/" in client.get(f"/tables/{match.pk}/replay/0/").content.decode()


def test_nothing_is_told_of_a_match_in_play(people, table):
    match = begin(people, table, "grace")
    client = Client()
    client.force_login(people("ada"))
    assert client.get(f"/tables/{match.pk}/analysis/").status_code == 404
    assert client.post(f"/tables/{match.pk}/analysis/ask/").status_code == 404


def test_an_imported_record_is_analysed_too(people):
    imported = import_record(owner=people("ada"), raw=SHORT.read_bytes())
    ask_analysis(imported=imported)
    call_command("analyse", "--due")
    page = Client().get(f"/records/{imported.token}/analysis/").content.decode()
    assert "Winning chances" in page


def test_what_cannot_be_read_keeps_nothing_else_waiting(people, table):
    broken, whole = (finish(begin(people, table, "grace")) for _ in range(2))
    broken.moves.filter(number=5).update(entry=[0, "bid", 99])
    for match in (broken, whole):
        ask_analysis(match=match)
    call_command("analyse", "--due")
    assert list(MatchAnalysis.objects.order_by("pk").values_list("status", flat=True)) == ["failed", "done"]
    ask_analysis(match=broken)
    assert is_anything_due()


def test_the_first_answer_comes_with_the_question(people, table):
    match = finish(begin(people, table, "grace"))
    row = ask_analysis(match=match)
    assert len(row.content["chances"]) == 1
    assert sum(row.content["chances"][0]["win"]) == pytest.approx(1)
    assert row.status == "due"


def test_whoever_came_by_a_link_asks_by_it(people, table):
    match = finish(begin(people, table, "grace"))
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    reader = Client()
    reader.force_login(people("alan"))
    here, link = f"/tables/{match.pk}/analysis/", f"?token={match.invite_token}"
    assert reader.get(here).status_code == 404
    assert f'action="{here}ask/{link}"' in reader.get(here + link).content.decode()
    assert reader.post(f"{here}ask/").status_code == 404
    assert reader.post(f"{here}ask/{link}")["Location"] == here + link


def test_nobody_floods_the_queue(people, table, reader, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"ask_analysis": "1/h/user"}
    ask = f"/tables/{finish(begin(people, table, 'grace')).pk}/analysis/ask/"
    assert reader.post(ask).status_code == 302
    assert reader.post(ask).status_code == 429
