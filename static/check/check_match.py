#!/usr/bin/env python3
"""Checks that nobody touched the deal of a Dream Factory match, with nothing but Python's standard library.

    python3 check_match.py EDITION.json RECORD…

EDITION.json is the edition's file, RECORD a match record or a file with one in each line. Both can be downloaded from
the site; read them, and this, before you believe them. For each record a line is printed; the exit code is 1 where any
fails.

How a match is dealt. Before anybody sits down the site draws a secret of 32 bytes and shows its commitment:
SHA-256("dream-factory-deal/1:" + secret). Every shuffle follows from the secret. A draw at a place is
HMAC-SHA256(secret, "<place>/<attempt>"): its first eight bytes, big-endian, modulo the number of choices, unless they
lie in the incomplete last run of values; then the next attempt counts. A list is shuffled by drawing its items one
after the other from those not yet drawn, which keep the order of the edition's file: item i of the bag is the draw at
"bag/i".
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any

Plain = dict  # as JSON has it
VALUES = 1 << 64


def draw(secret: bytes, place: str, choices: int) -> int:
    """A number below `choices`, every one equally likely."""
    limit = VALUES - VALUES % choices
    attempt = 0
    while True:
        digest = hmac.new(secret, f"{place}/{attempt}".encode(), hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % choices
        attempt += 1


def shuffle(secret: bytes, place: str, items: list[Any]) -> list[Any]:
    """The items in the order in which they are drawn."""
    left = list(items)
    return [left.pop(draw(secret, f"{place}/{index}", len(left))) for index in range(len(left))]


def deal(edition: Plain, secret: bytes) -> dict[str, list[str]]:
    """Legends, bag and neutral screenplays as the secret deals them."""
    legends = [tile["id"] for tile in edition["tiles"] if tile.get("legend")]
    bag = [tile["id"] for tile in edition["tiles"] if not tile.get("legend")]
    neutral = [screenplay["id"] for screenplay in edition["screenplays"] if screenplay["studio"] is None]
    return {
        "legends": shuffle(secret, "legends", legends),
        "bag": shuffle(secret, "bag", bag),
        "screenplays": shuffle(secret, "screenplays", neutral),
    }


def problems_of(edition: Plain, record: Plain) -> list[str]:
    """Everything that is wrong with the deal of a record."""
    if record["edition"] != edition["id"]:
        return [f"it was played with {record['edition']}, and this is {edition['id']}"]
    secret = bytes.fromhex(record["proof"]["secret"])
    problems = []
    if hashlib.sha256(b"dream-factory-deal/1:" + secret).hexdigest() != record["proof"]["commitment"]:
        problems.append("the secret is not the one that was committed to")
    dealt = deal(edition, secret)
    problems += [
        f"the {part} are not as the secret deals them" for part in dealt if record["deal"][part] != dealt[part]
    ]
    return problems


def notes_of(edition: Plain, record: Plain) -> list[str]:
    """What people may have chosen themselves: whether it is as the secret would have drawn it."""
    secret, seats = bytes.fromhex(record["proof"]["secret"]), record["seats"]
    studios = sorted(
        {screenplay["studio"] for screenplay in edition["screenplays"] if screenplay["studio"] is not None}
    )
    drawn = shuffle(secret, "studios", studios)[: len(seats)]
    return [
        "studios " + ("drawn" if [seat["studio"] for seat in seats] == drawn else "chosen"),
        "first seat " + ("drawn" if record["first"] == draw(secret, "first", len(seats)) else "chosen"),
    ]


def records_in(path: str) -> list[Plain]:
    """The records of a file: one, or one in each line."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def check(edition: Plain, name: str, record: Plain) -> bool:
    """One line for one record; the answer tells whether it holds."""
    try:
        problems = problems_of(edition, record)
        notes = notes_of(edition, record)
    except (KeyError, TypeError, ValueError) as problem:
        problems, notes = [f"it cannot be read ({type(problem).__name__}: {problem})"], []
    if problems:
        print(f"{name}: FAILS: {'; '.join(problems)}")
    else:
        print(f"{name}: ok, dealt as promised ({', '.join(notes)})")
    return not problems


def main(arguments: list[str]) -> None:
    """Check every record that is named."""
    if len(arguments) < 2:
        sys.exit(__doc__)
    try:
        with open(arguments[0], encoding="utf-8") as file:
            edition = json.load(file)
        found = [(path, number, record) for path in arguments[1:] for number, record in enumerate(records_in(path), 1)]
    except (OSError, ValueError) as problem:
        sys.exit(f"{problem}")
    held = [check(edition, f"{path}:{number}", record) for path, number, record in found]
    sys.exit(0 if held and all(held) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
