"""What staff see and do: pages in the admin, and the tools behind them."""
