// Answers and plans. Buttons stand all over the table and belong to one form: the one that was pressed is sent along.
const form = document.getElementById("move-form");
const table = document.getElementById("table");
const picked = (id) => document.getElementById(id)?.dataset.picked ?? "";

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, triggeringEvent, parameters } = event.detail;
  const button = triggeringEvent?.submitter;
  if (elt !== form || !button) return;
  if (button.name) parameters[button.name] = button.value;
  event.detail.path = button.getAttribute("formaction") ?? event.detail.path;
});

// Hovering, focus and a click often ask for the same tile: once is enough.
document.addEventListener("htmx:beforeRequest", (event) => {
  const link = event.detail.elt;
  if (link.matches("a[data-tile]:not([data-drag])") && link.dataset.tile === picked("lot")) event.preventDefault();
});

// A preview stands on two parts. When a push has redrawn one of them, the other follows.
document.addEventListener("htmx:wsAfterMessage", () => {
  const tile = picked("lot");
  if (tile === picked("studio") || document.getElementById("studio").hidden) return;
  window.htmx.ajax("GET", `${table.dataset.url}?pick=${encodeURIComponent(tile)}`, { target: table, swap: "none" });
});

// The link or button one pressed is often gone afterwards: the keyboard goes on with what is to be thought of next.
// Never with an answer: a key that is pressed once too often must not give one.
const NEXT = ["#lot a[aria-current]", ".hand a[data-tile]", "#actions .action-bar__question"];
let wasInside = false;

document.addEventListener("htmx:beforeRequest", () => {
  wasInside = Boolean(document.activeElement?.closest("#lot, #studio, #actions, #guide"));
});
document.addEventListener("htmx:afterRequest", () => {
  if (!wasInside || document.activeElement !== document.body) return;
  const next = NEXT.map((selector) => document.querySelector(selector)).find(Boolean);
  next?.focus({ preventScroll: true });
});
