"""What staff do that is no sanction, and the trace of all they do."""
