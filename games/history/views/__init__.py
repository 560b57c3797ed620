"""Lists of finished matches, replays, records, the proof of the deal."""
