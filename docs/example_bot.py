"""A bot in seventy lines, with nothing but Python: it opens a table against three AIs and plays a match to its end.

    python example_bot.py https://play.example.org TOKEN

It bids for what it can use, up to a third of its money, and puts every tile where it fits first.
"""

import json
import sys
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]


def call(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Ask the API; a stale move is answered with the fresh table, which is as good."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{SITE}/api/v1/{path}", data, headers, method=method), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        problem = json.load(error)
        if error.code == 409 and problem["type"] == "stale":
            return problem["table"]
        raise SystemExit(f"{problem['title']}: {problem['detail']}") from error


def choose(table: dict[str, Any]) -> list[Any]:
    """Pick one of the legal moves."""
    legal, view = table["legal"], table["view"]
    if view["phase"] != "auction":
        return next((move for move in legal if move[0] in ("take", "place")), legal[0])
    bids = [move for move in legal if move[0] == "bid" and move[1] * 3 <= view["money"][table["my_seat"]]]
    return bids[0] if bids else ["pass"]


def play(table: dict[str, Any]) -> dict[str, Any]:
    """Play a match to its end; a stream that breaks off, as when the site is restarted, is opened anew."""
    stream = Request(f"{SITE}/api/v1/stream", headers={"Authorization": f"Bearer {TOKEN}"})
    while table["status"] == "running":
        with urlopen(stream, timeout=60) as events:
            table = listen(table, events)
    return table


def listen(table: dict[str, Any], events: Any) -> dict[str, Any]:
    """Answer whenever it is our turn, and listen in between, until the match or the stream is over."""
    while table["status"] == "running":
        if table["my_turn"]:
            wanted = {"number": table["number"] + 1, "move": choose(table), "key": uuid.uuid4().hex}
            table = call("POST", f"tables/{table['id']}/moves", wanted)
            continue
        line = events.readline().decode()
        if not line:
            return call("GET", f"tables/{table['id']}")
        if line.startswith("data:") and json.loads(line[5:])["id"] == table["id"]:
            table = call("GET", f"tables/{table['id']}?since={table['number']}")
    return table


if __name__ == "__main__":
    opened = call("POST", "tables", {"seats": 4, "ai": ["trainee", "assistant", "director"], "fast_ai": True})
    finished = play(opened)
    names = [seat["name"] for seat in finished["seats"]]
    print(json.dumps(dict(zip(names, finished["view"]["scores"], strict=True))))
