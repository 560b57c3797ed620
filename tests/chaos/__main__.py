"""`python -m tests.chaos [--matches N] [--faults N] [--seed N]`: exit 1 where anything is not as it must be."""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

from aiosmtpd.controller import Controller

from tests.chaos.cluster import Cluster, running
from tests.chaos.day import Day
from tests.chaos.faults import draw_faults
from tests.chaos.journal import Told
from tests.chaos.noise import alarms, unexpected
from tests.chaos.stored import count_over
from tests.post_office import PostOffice
from tests.processes import ROOT, clean_environment, free_port

# Short pauses: the same moves as on any day, in less time.
PACE = {"AI_PAUSE_SECONDS": "0.1,0.4", "FORCED_PAUSE_SECONDS": "0.2,0.5", "TURN_MAIL_SECONDS": "1", "WORKERS": "2"}


def main() -> int:
    """Break things, heal them, and tell what came of it."""
    options = read_options()
    signal.signal(signal.SIGTERM, lambda *asked: sys.exit("stopped"))  # as by Ctrl-C: nothing is left running
    say(f"seed {options.seed}: {options.matches} matches, {options.faults} faults")
    began, office = time.monotonic(), PostOffice()
    post = Controller(office, hostname="127.0.0.1", port=free_port())
    post.start()
    with tempfile.TemporaryDirectory(prefix="chaos-", ignore_cleanup_errors=True) as name:
        cluster = Cluster(Path(name), options.matches, options.patience)
        cluster.prepare(EMAIL_URL=f"smtp://127.0.0.1:{post.port}", **PACE)
        with running(cluster):
            set_up(cluster)
            dice = Random(options.seed)
            faults = draw_faults(options.faults, dice, options.only)
            day = Day(cluster, dice, options.matches, options.patience, say)
            say(f"started after {time.monotonic() - began:.0f} s")
            late = asyncio.run(day.run(faults))
            problems = [*late, *find_problems(day, office, options.patience)]
            say("{} entries, {} of them played meanwhile, in {} matches".format(*count_stored()))
            over = count_over()
            say(f"{over.finished} matches came to their end, {over.rated} of them changed ratings")
            if not over.are_enough_of(options.matches):
                problems.append(f"proves little: {over.finished} of {options.matches} ended, {over.rated} rated")
            keep_logs(cluster, options.logs)
        post.stop()
    tell_figures(day, office)
    say(f"took {time.monotonic() - began:.0f} s")
    for problem in problems:
        say(f"WRONG: {problem}")
    say(f"seed {options.seed}: " + (f"{len(problems)} things are wrong" if problems else "all is well"))
    return 1 if problems else 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--faults", type=int, default=25)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="makes the same faults again")
    parser.add_argument("--only", default="", metavar="WORDS", help="faults with these words in their name")
    parser.add_argument("--patience", type=float, default=1.0, help="times the limits, for a busy machine")
    parser.add_argument("--logs", type=Path, default=None, help="a folder to keep the logs of all processes in")
    return parser.parse_args()


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def set_up(cluster: Cluster) -> None:
    """Let this process read and write where the site does."""
    import django

    os.environ |= {**cluster.environment, "DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ |= {"LOG_LEVEL": "CRITICAL", "DJANGO_ALLOW_ASYNC_UNSAFE": "1", "FAIL_POINTS": "", "DEBUG": "false"}
    django.setup()


def find_problems(day: Day, office: PostOffice, patience: float) -> Iterator[str]:
    """Yield a sentence for everything that is not as it must be."""
    yield from (f"I5: {words}" for words in day.journal.problems())
    yield from verify(day.cluster)
    mails = Counter(str(mail["Message-ID"]) for mail in office.mails)
    yield from (f"I9: {name} came {times} times" for name, times in mails.items() if times > 1)
    yield from (f"asked for {words}" for words in day.witness.problems)
    for recovery in day.recoveries:
        if recovery.seconds is None or recovery.seconds > recovery.fault.within * patience:
            yield f"{recovery.fault.name}: play went on after {recovery.seconds}, not within {recovery.fault.within} s"
    for name, server in day.cluster.servers.items():
        if server.refusals:
            yield f"{name} did not stop when it was asked to, {server.refusals} times: its log tells what it was doing"
        yield from (f"{name} logged {n} times: {words}" for words, n in alarms(server.log).items())
        if name not in ("postgres", "valkey"):
            yield from (f"{name} logged {n} times: {line}" for line, n in unexpected(server.log).items())


def verify(cluster: Cluster) -> list[str]:
    """Run `manage.py verify --all`; the answer is what is broken."""
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", "--all"],
        cwd=ROOT,
        env=clean_environment() | cluster.environment | {"DEBUG": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    say(f"verify: {(done.stdout.splitlines() or [done.stderr])[-1]}")
    return [] if done.returncode == 0 else [*done.stdout.splitlines()[:20], *done.stderr.splitlines()[-3:]]


def count_stored() -> tuple[int, int, int]:
    """Count what was played, and what of it was not there from the beginning."""
    from django.db.models import F

    from games.models import Match, PlayedMove

    meanwhile = PlayedMove.objects.filter(played_at__gt=F("match__started_at")).count()
    return PlayedMove.objects.count(), meanwhile, Match.objects.count()


def keep_logs(cluster: Cluster, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, server in cluster.servers.items():
            (folder / f"{name}.log").write_bytes(server.log.read_bytes())


def tell_figures(day: Day, office: PostOffice) -> None:
    """Say how much was tried."""
    journal = day.journal
    found = {told.value: journal.count(told) for told in Told}
    times = sorted(recovery.seconds for recovery in day.recoveries if recovery.seconds is not None)
    say(f"{day.host.opened} matches; {len(journal.attempts)} moves of clients ({found}), {journal.retried} sent again")
    pages = day.host.pages
    told = f"{len(day.host.open_pages)} of them open in the end"
    say(f"{sum(page.reconnects for page in pages)} reconnects of {len(pages)} pages, {told}, {len(office.mails)} mails")
    answers = f"{dict(day.witness.seen)}, the slowest after {day.witness.slowest:.1f} s"
    say(f"{day.visitor.asked} pages asked for; answers to these and to posts: {answers}")
    if times:
        middle = times[len(times) // 2]
        say(f"{len(times)} faults healed: play went on after {middle:.1f} s (median), {times[-1]:.1f} s (longest)")


if __name__ == "__main__":
    sys.exit(main())
