"""The lobby as one reader sees it: the tables where they sit, and the filters that are one tap away."""
