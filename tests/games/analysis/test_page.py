"""An analysis as a page: decisions one can step into, sentences that add up, marks that do not touch."""

import re
from itertools import pairwise

import pytest
from django.utils.html import escape

from games.analysis.geometry import DESK, spread
from games.analysis.services import ask_analysis
from games.labels import table_name
from games.models import MatchAnalysis
from tests.games.matches import begin, finish


@pytest.mark.django_db
def test_a_decision_is_told_stepped_into_and_asked_anew(analysed, reader):
    mistake = MatchAnalysis.objects.get().content["mistakes"][0]
    here = f"{analysed}?at={mistake['number'] - 1}"
    told = reader.get(here).content.decode()
    assert "after each answer" in told
    assert f"{here}&amp;answer=0&amp;step=1" in told
    assert "Play on from here" in told
    inside = reader.get(f"{here}&answer=0&step=1").content.decode()
    assert "Instead:" in inside
    beyond = reader.get(f"{here}&answer=0&step=999").content.decode()
    assert "Back to what was played" in beyond
    asked = reader.get(f"{here}&learn=1").content.decode()
    assert "What would you do" in asked
    assert "Winning chances" not in asked
    assert "mistake, " not in asked
    answered = reader.get(f"{here}&learn=1&guess=0").content.decode()
    assert "the best answer" in answered


@pytest.mark.django_db
def test_what_is_told_of_a_cost_is_what_bars_and_sums_show(analysed, reader):
    """Though half of one in a hundred is rounded: .115 is 12, and so is .282 less .167, which is a little less."""
    row = MatchAnalysis.objects.get()
    mistake = row.content["mistakes"][0]
    seat, played = mistake["seat"], next(one for one in mistake["answers"] if one["is_played"])
    mistake["answers"][0]["win"][seat], played["win"][seat] = 0.282, 0.167
    mistake |= {"cost": 0.115, "answers": [mistake["answers"][0], played]}
    row.content["balance"][seat]["decisions"] = -0.115
    row.save(update_fields=["content"])
    page = reader.get(f"{analysed}?at={mistake['number'] - 1}").content.decode()
    assert "mistake, −12 in 100" in page
    assert re.findall(r'weighed-answer__percent">(\d+)', page) == ["28", "16"]
    assert "−12</td>" in page


@pytest.mark.django_db
def test_one_plays_on_from_any_moment_but_the_last(analysed, reader):
    content = MatchAnalysis.objects.get().content
    calm = next(one["number"] for one in content["chances"] if one["number"] not in marked(content))
    record = analysed.removesuffix("analysis/")
    assert f'href="{record}play-on/{calm}/"' in reader.get(f"{analysed}?at={calm}").content.decode()
    assert "/play-on/" not in reader.get(f"{analysed}?at={content['chances'][-1]['number']}").content.decode()


def marked(content) -> set[int]:
    """The moments at which a mistake is told."""
    return {one["number"] - 1 for one in content["mistakes"]}


@pytest.mark.django_db
@pytest.mark.parametrize("said", ["at=99999", "at=x", "at=5&answer=9", "at=0&learn=1", "guess=7", "lots=1", "at=%00"])
def test_any_address_gets_an_answer(analysed, reader, said):
    assert reader.get(f"{analysed}?{said}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_three_sentences_add_up(analysed, reader, language):
    reader.cookies["django_language"] = language
    page = reader.get(analysed).content.decode()
    sums = re.findall(r'class="verdicts__sum[^"]*">\s*([^<]*?)\s*<', page)
    start, end = map(int, sums[0].split("→"))
    parts = [int(one.replace("−", "-").replace("+", "")) for one in sums[1:]]
    assert start + sum(parts) == end


@pytest.mark.django_db
def test_a_record_that_stops_has_no_end(analysed, reader):
    assert "from an even start to the end" in reader.get(analysed).content.decode()
    row = MatchAnalysis.objects.get()
    del row.content["chances"][-1]
    row.save(update_fields=["content"])
    stops = row.content["chances"][-1]["number"]
    assert f"from an even start to move {stops}, in 100" in reader.get(analysed).content.decode()


@pytest.mark.django_db
def test_a_link_to_it_tells_the_result_of_a_public_match_alone(people, table, reader):
    match = finish(begin(people, table, "grace"))
    here = f"/tables/{match.pk}/analysis/"
    page = reader.get(here).content.decode()
    assert f'<meta property="og:title" content="Analysis of {escape(table_name(match))}">' in page
    assert re.search(rf'og:url" content="http[^"]+{here}"', page)
    assert re.search(rf'og:image" content="http[^"]+/tables/{match.pk}/card.png"', page)
    match.visibility = "unlisted"
    match.save(update_fields=["visibility"])
    by_link = reader.get(f"{here}?token={match.invite_token}")
    assert by_link.status_code == 200
    assert "og:" not in by_link.content.decode()


@pytest.mark.django_db
def test_a_link_to_that_of_a_record_names_it(analysed, reader):
    page = reader.get(analysed).content.decode()
    assert '<meta property="og:title" content="Analysis of ' in page
    assert re.search(rf'og:url" content="http[^"]+{analysed}"', page)


@pytest.mark.django_db
def test_what_was_not_looked_at_is_not_said_to_have_cost_nothing(people, table, reader):
    match = finish(begin(people, table, "grace"))
    row = ask_analysis(match=match)
    assert "Not looked at yet" in reader.get(f"/tables/{match.pk}/analysis/").content.decode()
    row.status = "done"
    row.save(update_fields=["status"])
    assert "No mistake was found here" in reader.get(f"/tables/{match.pk}/analysis/").content.decode()


def test_marks_that_would_touch_move_aside_and_keep_their_order():
    places = spread([100, 100, 101, 400], 20, DESK)
    assert places == sorted(places)
    assert all(after - before >= 20 for before, after in pairwise(places))
    assert places[3] == 400
    assert spread([DESK.right] * 3, 20, DESK)[-1] <= DESK.right
