"""A simulated day: the services of a site with a clock that is moved by hand and a bus that cannot be trusted.

`python -m tests.day --runs 1000 --seed 7` plays so many days, each in about a second, and says what was wrong.
"""
