"""A process that thinks: a question on each line comes in, a thought on each line goes out.

`python -m games.thinking.thinker SECONDS` answers until its input ends, which it does when its owner dies. A thought
that takes longer than the seconds ends the process, so that not even an orphan goes on for ever.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable
from typing import BinaryIO, Final

from games.thinking.question import Question, think

READY: Final = b'{"ready":true}\n'
# Pages go before thoughts where both want the same core.
NICENESS: Final = 10


def answer(lines: Iterable[bytes], answers: BinaryIO, seconds: float) -> None:
    """Think about one question after the other."""
    answers.write(READY)
    answers.flush()
    for line in lines:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        told = _told(line)
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(told)
        answers.flush()


def _told(line: bytes) -> bytes:
    """Return the thought as a line; where the brain raised, what it raised."""
    try:
        thought = think(Question.from_line(line))
        plain = {"code": thought.code, "why": thought.why}
        return json.dumps(plain, separators=(",", ":")).encode() + b"\n"
    except Exception:
        return json.dumps({"failed": traceback.format_exc()}).encode() + b"\n"


def main(seconds: float) -> None:
    """Answer on what was the standard output; whatever a brain prints goes where errors go."""
    os.nice(NICENESS)
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, signal.SIG_IGN)  # the owner's business, who closes the input
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        answer(sys.stdin.buffer, answers, seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]))
