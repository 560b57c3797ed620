"""How the site is doing: what is due and late, which processes run, what failed, and how it was over a day."""
