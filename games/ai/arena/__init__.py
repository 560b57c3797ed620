"""Measuring levels against each other: paired deals, seats in rotation, intervals that do not flatter."""
