"""Talk at the table."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import Block, User
from games.clean_text import one_line, several_lines
from games.models import ChatLine, Match
from games.talk import services
from games.talk.conversation import pattern_of, pieces_of, read_page
from games.talk.selectors import LINES_A_PAGE, lines_for
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace")


def texts(match: Match, viewer: Any) -> list[str]:
    return [line.text for line in lines_for(match, viewer)][::-1]


def test_what_a_player_says_is_read_by_everybody(match: Match, people: People, guest: User) -> None:
    services.say(match=match, user=people("ada"), text="Good luck!")
    for viewer in (people("ada"), people("grace"), people("hedy"), guest, AnonymousUser()):
        assert texts(match, viewer) == ["Good luck!"]


def test_what_a_spectator_says_is_hidden_from_players_until_the_end(match: Match, people: People) -> None:
    line = services.say(match=match, user=people("hedy"), text="She should pass")
    assert line.audience == ChatLine.Audience.SPECTATORS
    assert texts(match, people("fritz")) == ["She should pass"]
    assert texts(match, people("ada")) == texts(match, people("grace")) == []
    finish(match)
    assert texts(match, people("ada")) == texts(match, AnonymousUser()) == ["She should pass"]


def test_a_player_who_logs_out_does_not_overhear_the_spectators(match: Match, people: People, guest: User) -> None:
    services.say(match=match, user=people("hedy"), text="She should pass")
    assert texts(match, AnonymousUser()) == texts(match, guest) == []


@pytest.mark.parametrize(("blocker", "blocked"), [("ada", "grace"), ("grace", "ada")])
def test_people_who_keep_each_other_away_do_not_read_each_other(
    match: Match, people: People, blocker: str, blocked: str
) -> None:
    Block.objects.create(blocker=people(blocker), blocked=people(blocked))
    services.say(match=match, user=people("ada"), text="from ada")
    assert texts(match, people("grace")) == []
    assert texts(match, people("ada")) == texts(match, people("hedy")) == ["from ada"]


def test_guests_and_the_unconfirmed_are_told_what_talking_needs(match: Match, people: People, guest: User) -> None:
    EmailAddress.objects.filter(user=people("grace")).update(verified=False)
    for user in (guest, people("grace")):
        with pytest.raises(services.TalkNeedsAccount):
            services.say(match=match, user=user, text="hello")
    assert not ChatLine.objects.exists()


def test_a_quiet_table_has_no_talk(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", chat_allowed=False)
    with pytest.raises(services.TalkIsOff):
        services.say(match=match, user=people("ada"), text="hello")
    ChatLine.objects.create(match=match, author=people("ada"), audience="seats", text="from before")
    assert texts(match, people("ada")) == []


def test_before_the_match_those_talk_who_sit_at_the_table(people: People, table: Tables) -> None:
    match = table()
    services.say(match=match, user=people("ada"), text="hello")
    with pytest.raises(services.SitDownFirst):
        services.say(match=match, user=people("grace"), text="me too")
    assert texts(match, people("grace")) == ["hello"]


def test_a_table_that_was_dissolved_is_silent(people: People, table: Tables) -> None:
    match = table()
    match.status = Match.Status.DISSOLVED
    with pytest.raises(services.SitDownFirst):
        services.say(match=match, user=people("ada"), text="hello")


def test_removed_lines_are_not_read(match: Match, people: People) -> None:
    line = services.say(match=match, user=people("ada"), text="rude")
    ChatLine.objects.filter(pk=line.pk).update(removed=True)
    for viewer in (people("ada"), people("grace"), AnonymousUser()):
        (drawn,) = read_page(match, viewer).lines.values()
        assert "rude" not in drawn


def test_a_flood_is_stopped_at_all_tables_and_passes(match: Match, people: People, table: Tables) -> None:
    other, ada = begin(people, table, "hedy"), people("ada")
    for number in range(services.LINES_AT_ONCE):
        services.say(match=match if number % 2 else other, user=ada, text=f"line {number}")
    with pytest.raises(services.TooFast):
        services.say(match=match, user=ada, text="one too many")
    services.say(match=match, user=people("grace"), text="others talk on")
    ChatLine.objects.update(created_at=timezone.now() - timedelta(seconds=11))
    services.say(match=match, user=ada, text="now it fits")


def test_a_second_click_says_it_once(match: Match, people: People) -> None:
    first = services.say(match=match, user=people("ada"), text="hello")
    assert services.say(match=match, user=people("ada"), text=" hello ") == first
    assert ChatLine.objects.count() == 1


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200d\u200b", "\u202e", "\x00\x07", "\u0301"])
def test_nothing_that_can_be_seen_is_nothing_said(match: Match, people: People, text: str) -> None:
    with pytest.raises(services.NothingSaid):
        services.say(match=match, user=people("ada"), text=text)


@pytest.mark.parametrize("length", [301, 4_000, 1_000_000])
def test_a_long_line_is_refused_whole(match: Match, people: People, length: int) -> None:
    with pytest.raises(services.TooLong):
        services.say(match=match, user=people("ada"), text="x" * length)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  two \t  words\r\n here ", "two words here"),
        ("a\u202eb\u2066c\x1bd", "abcd"),
        ("e\u0301", "é"),
        ("z" + "\u0335" * 40, "z" + "\u0335" * 3),
        ("👩\u200d🎤 sings", "👩\u200d🎤 sings"),
        ("<b>plain</b>", "<b>plain</b>"),
    ],
)
def test_a_line_is_stored_as_it_is_read(written: str, stored: str) -> None:
    assert one_line(written) == stored


def test_notes_keep_their_lines() -> None:
    assert several_lines("\r\none\r\n\r\n two\x00 \rthree\n\n") == "one\n\n two\nthree"


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("@ada your turn", ["@ada"]),
        ("@Ada Lovelace, yours", ["@Ada Lovelace"]),
        ("@ADA LOVELACE!", ["@ADA LOVELACE"]),
        ("@adam is nobody", []),
        ("mail ada@ada.example", ["@ada"]),
        ("@ada @ada", ["@ada", "@ada"]),
        ("ada", []),
    ],
)
def test_a_mention_is_the_longest_name_that_fits(text: str, mentioned: list[str]) -> None:
    pieces = pieces_of(text, pattern_of(["ada", "Ada Lovelace"]), "ada")
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.mentions] == mentioned
    assert all(piece.is_me == (piece.text.lower() == "@ada") for piece in pieces if piece.mentions)


def test_a_mention_is_lit_for_who_is_meant_and_for_nobody_else(match: Match, people: People) -> None:
    line = services.say(match=match, user=people("ada"), text="@grace <i>hi</i>")
    to_grace = read_page(match, people("grace")).lines[line.pk]
    to_others = read_page(match, people("ada")).lines[line.pk]
    assert '<mark class="talk__mention">@grace</mark> &lt;i&gt;hi' in to_grace
    assert "talk__line--calls-me" in to_grace
    assert "<mark" not in to_others
    assert "calls-me" not in to_others


def test_earlier_lines_are_found_by_number(match: Match, people: People) -> None:
    lines = ChatLine.objects.bulk_create(
        ChatLine(match=match, author=people("ada"), audience="seats", text=f"line {number}")
        for number in range(2 * LINES_A_PAGE + 1)
    )
    page = read_page(match, people("grace"))
    assert list(page.lines) == [line.pk for line in lines[-LINES_A_PAGE:]]
    earlier = read_page(match, people("grace"), before=page.older)
    assert list(earlier.lines) == [line.pk for line in lines[1 : LINES_A_PAGE + 1]]
    assert list(read_page(match, people("grace"), before=earlier.older).lines) == [lines[0].pk]


def test_a_page_of_talk_costs_as_many_queries_however_much_was_said(
    match: Match, people: People, django_assert_max_num_queries: Any
) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(match=match, author=people(name), audience="seats", text=name) for name in ("ada", "grace") * 20
    )
    grace = people("grace")
    with django_assert_max_num_queries(5):
        read_page(match, grace)
