// The waiting room is drawn anew under one's hand: a button that just came there takes no click for a moment, and
// whoever had pressed the one in its place is led to what the room says.
const SETTLES_WITHIN = 500;
const place = document.querySelector("[data-socket]");
const buttons = () => [...document.querySelectorAll("#room button")];
const meaning = (button) => [button.id, button.value, button.form?.action, button.textContent].join(" ");
let known = buttons().map(meaning);
let heading = ""; // of the section in which a button had the focus

function settle(button) {
  button.inert = true;
  setTimeout(() => { button.inert = false; }, SETTLES_WITHIN);
}

function look() {
  const fresh = buttons().filter((button) => !known.includes(meaning(button)));
  known = buttons().map(meaning);
  const { activeElement } = document;
  const isLost = activeElement === document.body || fresh.includes(activeElement);
  fresh.forEach(settle);
  if (heading && isLost) (document.getElementById(heading) ?? document.getElementById("seats-title"))?.focus();
  heading = "";
}

document.addEventListener("htmx:beforeSwap", () => {
  const pressed = document.activeElement?.closest("#room button");
  heading = pressed ? pressed.closest("section")?.querySelector("h2")?.id ?? "seats-title" : "";
});
if (place) {
  const changes = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["value"] };
  new MutationObserver(look).observe(place, changes);
}
