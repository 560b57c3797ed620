"""Breaking it on purpose: matches and clients against real processes, which are killed, stopped and healed.

`python -m tests.chaos --matches 40 --faults 20 --seed 7`, or `make chaos`, prints its seed, does all that from dice of
that seed, and afterwards checks all that must hold: docs/testing.md, "Breaking it on purpose".
"""
