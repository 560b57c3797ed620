"""What those who look after the house see and do: pages in the admin, and the tools behind them."""
