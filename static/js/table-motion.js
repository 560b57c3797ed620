// What moved is seen to move: a tile on its new space, money that changed. How, and whether at all, is told in CSS.
const table = document.getElementById("table");

function move(element, kind) {
  element.classList.remove(kind);
  void element.offsetWidth; // starts the animation again where one is under way
  element.classList.add(kind);
  element.addEventListener("animationend", () => element.classList.remove(kind), { once: true });
}

function find(changes) {
  const tiles = new Set();
  const money = new Set();
  for (const { type, target, addedNodes } of changes) {
    if (type === "attributes" && target.dataset.holds) tiles.add(target);
    if (type === "characterData") money.add(target.parentElement?.closest("[data-money]"));
    for (const node of addedNodes) {
      if (node.matches?.("[data-holds]") && !node.closest(".ending")) tiles.add(node);
    }
  }
  money.delete(null);
  money.delete(undefined);
  return { tiles, money };
}

new MutationObserver((changes) => {
  const { tiles, money } = find(changes);
  tiles.forEach((element) => move(element, "moved--tile"));
  money.forEach((element) => move(element, "moved--money"));
}).observe(table, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-holds"] });

// On a narrow screen the strip of film shows where we are.
function showNow() {
  const track = document.querySelector(".track");
  const now = track?.querySelector(".frame--now");
  if (now) track.scrollLeft = now.offsetLeft - track.offsetLeft - 56;
}

showNow();
new MutationObserver(showNow).observe(document.getElementById("track"), { subtree: true, attributes: true, attributeFilter: ["aria-current"] });
