"""What tests of the table's feel share: browsers that move, and lots that are sold."""

from tests.browser.players import Player

MOVES = {"reduced_motion": "no-preference"}
# How far the page has shifted by itself since it was opened.
NOTE_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def bid_high(player: Player, amount: int) -> None:
    """Bids more than others will."""
    bids_shown = player.actions.locator(f"button[name=bid][value='{amount}']:visible")
    if not bids_shown.count():
        player.page.locator("#more summary").click()
    player.answer(bids_shown.first)


def sell_to(hero: Player, *others: Player, amount: int = 5) -> None:
    """The hero wins the lot, and sees it."""
    bid_high(hero, amount)
    for other in others:
        number = hero.number
        other.wait_for_turn()
        other.let_pass()
        hero.wait_for_news(number)
