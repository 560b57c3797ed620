"""The owner's side: a few processes that think, kept warm, and replaced when they dawdle or die."""

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from queue import LifoQueue
from typing import Any, Final

from games.ai.brain import Thought
from games.thinking.question import Question

ROOT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = (sys.executable, "-m", "games.thinking.thinker")
# A process loads the brains once; on a busy machine that takes longer than any thought.
START_SECONDS: Final = 30.0


class BrainFailed(Exception):
    """The brain raised, or answered what is not allowed; the message says what."""


class Dawdled(BrainFailed):
    """No answer came in time, or the process is gone."""


class Thinker:
    """One process, asked one question at a time."""

    def __init__(self, seconds: float, command: Sequence[str] = COMMAND) -> None:
        self.seconds = seconds
        self.process = subprocess.Popen(
            # It ends itself a little later than we do, should we no longer be there.
            [*command, str(seconds + 1)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            self.read(START_SECONDS)
        except Dawdled:
            self.stop()
            raise

    def ask(self, question: Question) -> Thought:
        """Return the answer; raises BrainFailed where there is none."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(question.to_line())
            self.process.stdin.flush()
        except OSError as gone:
            raise Dawdled("its process is gone") from gone
        told = self.read(self.seconds)
        if "failed" in told:
            raise BrainFailed(told["failed"])
        return Thought(told["code"], told["why"])

    def read(self, seconds: float) -> Any:
        """Return the next line it says, in time."""
        assert self.process.stdout is not None
        pipe, deadline, line = self.process.stdout.fileno(), time.monotonic() + seconds, b""
        watch = select.poll()  # not select(), which knows no pipe beyond a thousand open sockets
        watch.register(pipe, select.POLLIN)
        while not line.endswith(b"\n"):
            if not watch.poll(max(0.0, deadline - time.monotonic()) * 1_000):
                raise Dawdled(f"no answer within {seconds:g} s")
            piece = os.read(pipe, 65_536)
            if not piece:
                raise Dawdled("its process is gone")
            line += piece
        return json.loads(line)

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what it was never able to read
                pipe.close()


class Thinkers:
    """At most so many busy processes, shared by all threads of this one. Each is started when it is first needed."""

    def __init__(self, places: int, seconds: float, command: Sequence[str] = COMMAND) -> None:
        self.seconds = seconds
        self.command = command
        # Last in, first out, so that the warm ones are asked again; None is a place without a process yet.
        self.places: LifoQueue[Thinker | None] = LifoQueue()
        for _ in range(places):
            self.places.put(None)

    def ask(self, question: Question) -> Thought:
        """Return an answer of whoever has a place free; waits for one where all are busy."""
        thinker = self.places.get()
        try:
            thinker = thinker or Thinker(self.seconds, self.command)
            return thinker.ask(question)
        except Dawdled:
            if thinker is not None:
                thinker.stop()
            thinker = None
            raise
        finally:
            self.places.put(thinker)

    def stop(self) -> None:
        """End all processes that are not in use."""
        idle = []
        while not self.places.empty():
            idle.append(self.places.get())
        for thinker in idle:
            if thinker is not None:
                thinker.stop()
            self.places.put(None)
