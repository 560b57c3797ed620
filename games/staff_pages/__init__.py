"""What staff read of matches and reports: in sentences, and never more than those at the table could know."""
