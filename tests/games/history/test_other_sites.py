"""What other sites show of a finished match: a picture of any moment, and one page that may stand in a frame."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.models import Match
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people, table):
    return finish(begin(people, table, "grace", title="Night shift"))


def test_any_moment_has_a_picture_of_its_own(match):
    pictures = [Client().get(f"/tables/{match.pk}/replay/{number}/card.png") for number in (0, match.number)]
    assert [Image.open(BytesIO(answer.content)).size for answer in pictures] == [(1200, 630)] * 2
    assert pictures[0].content != pictures[1].content
    page = Client().get(f"/tables/{match.pk}/replay/7/").content.decode()
    assert f"/tables/{match.pk}/replay/7/card.png" in page
    assert Client().get(f"/tables/{match.pk}/replay/{match.number + 1}/card.png").status_code == 404


def test_no_moment_of_a_running_match_has_one(people, table):
    running = begin(people, table, "grace")
    assert Client().get(f"/tables/{running.pk}/replay/0/card.png").status_code == 404


def test_only_the_page_made_for_it_may_stand_in_a_frame(match):
    embedded, table = (Client().get(f"/tables/{match.pk}/{end}") for end in ("embed/", ""))
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded.headers
    assert "frame-ancestors 'none'" in table.headers["Content-Security-Policy"]
    page = embedded.content.decode()
    assert "Night shift" in page
    assert "<script" not in page
    assert f"/tables/{match.pk}/replay/0/" in page
    assert f"/tables/{match.pk}/embed/" in Client().get(f"/tables/{match.pk}/replay/0/").content.decode()
    assert not embedded.cookies


def test_nothing_that_is_not_for_everybody_stands_in_one(match):
    Match.objects.update(visibility=Match.Visibility.UNLISTED)
    assert Client().get(f"/tables/{match.pk}/embed/").status_code == 404
