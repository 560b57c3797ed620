"""What strangers might send: forms and frames of the right shape with wrong values, and of no shape at all."""

import json
from typing import Any
from urllib.parse import urlencode

from hypothesis import strategies as st


def as_fields(form: dict[str, Any]) -> dict[str, Any]:
    """Write a form as a browser would: everything in it is text."""
    return {name: [*map(str, said)] if isinstance(said, list) else str(said) for name, said in form.items()}


def as_query(form: dict[str, Any]) -> str:
    """Write the same as it stands in a frame."""
    return urlencode(as_fields(form), doseq=True)


def as_post(act: str, form: str) -> str:
    """Write a frame that answers with a form."""
    return json.dumps({"post": act, "form": form})


NUMBERS = st.one_of(
    st.integers(-3, 60),
    st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30, 1.5, float("inf"), float("nan"), True, None]),
)
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=40),
    st.sampled_from(["\0", "", "٣", "1e3", "-0", "x" * 600, "<script>"]),
)
VALUES = st.one_of(NUMBERS, TEXTS)
# What some field or other knows as an answer.
WORDS = st.sampled_from(
    [
        *("on", "no", "fill", "agree", "pause", "end", "limit", "pass", "ask", "take", "throw", "trainee", "live"),
        *("slow", "public", "private", "together", "de", "fuzz 0"),
    ]
)
ANSWERS = st.one_of(VALUES, WORDS)
# The fields of every form at a table, and one that no form has.
FIELDS = st.sampled_from(
    [
        *("number", "key", "bid", "pass", "take", "discard", "discard_all", "plan", "lesson", "seen", "grade", "text"),
        *("to", "kind", "proposal", "answer", "seat", "person", "name", "group", "why", "about", "words", "token"),
        *("studio", "ready", "free_seats", "level", "skip", "fast", "read", "silence", "speak", "panel", "quiet"),
        *("sheet", "quarter", "location", "limit_now", "up_to", "pass_ahead", "cap", "capped", "placing_director"),
        *("say-all", "place-all", "throw", "say-3", "limit-3", "only-3", "otherwise-3", "place-3", "drives-3"),
        *("title", "size", "pace", "decision_seconds", "bank_seconds", "auctions", "visibility", "nothing"),
    ]
)
FORMS = st.dictionaries(FIELDS, st.one_of(ANSWERS, st.lists(ANSWERS, max_size=3)), max_size=6)
JSON = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner))
FRAME_KEYS = st.sampled_from(["number", "version", "line", "looking", "post", "form", "anything"])
FRAMES = st.one_of(
    st.dictionaries(FRAME_KEYS, JSON, max_size=5).map(json.dumps),
    st.builds(as_post, st.sampled_from(["move", "undo", "x"]), TEXTS),
    st.builds(as_post, st.sampled_from(["move", "undo"]), FORMS.map(as_query)),
    JSON.map(json.dumps),
    st.just('{"number": "\\ud800", "post": "\\ud800", "form": "\\ud800"}'),
    st.text(min_size=1, max_size=200),
    st.just("[" * 3_000),
)
