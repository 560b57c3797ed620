"""A simulated day: the services of a site with a clock that is moved by hand and a bus that cannot be trusted.

`python -m tests.day --runs 1000 --seed 7` plays so many days, each in a few seconds, and says what was wrong. A day
follows from its seed: `--diary 14` tells all that happens on the first one, to be held against another program's.
"""
