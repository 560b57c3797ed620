"""`python -m tests.day [--runs N] [--seed N] [--diary HOURS]`: exit 1 where a day saw anything wrong."""

import argparse
import os
import sys
import time
from random import SystemRandom


def main() -> int:
    """Play days one after the other, each in an empty database in memory."""
    parser = argparse.ArgumentParser(prog="python -m tests.day", description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--diary", type=float, metavar="HOURS", help="tell all of the first hours of the first day")
    options = parser.parse_args()
    set_up()
    from tests.day.running import play_day, write_diary

    if options.diary:
        sys.stdout.write("\n".join(write_diary(f"{options.seed}/0", options.diary)))
        return 0
    began, wrong = time.monotonic(), 0
    for run in range(options.runs):
        for problem in play_day(f"{options.seed}/{run}"):
            wrong += 1
            sys.stdout.write(f"day {options.seed}/{run}: {problem}\n")
    seconds = time.monotonic() - began
    sys.stdout.write(f"seed {options.seed}: {options.runs} days in {seconds:.0f} s, {wrong} things wrong\n")
    return 1 if wrong else 0


def set_up() -> None:
    import django
    from django.conf import settings

    os.environ |= {"DATABASE_URL": "sqlite://:memory:", "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
    os.environ |= {"SWEEP_SECONDS": "900", "GRACE_MINUTES": "0", "LOG_LEVEL": "CRITICAL"}
    django.setup()
    settings.DEBUG = False  # or every query would be remembered


if __name__ == "__main__":
    sys.exit(main())
