// The lobby, the waiting room and the rankings keep themselves fresh: a socket says that something changed, and every
// part marked data-live is fetched again. Without a socket the page is as it was loaded; nothing depends on it.
import { Reconnection, showTurn } from "./live.js";

const place = document.querySelector("[data-socket]");
const reconnection = new Reconnection(listen);
const wanted = new Set();
let wasAway = false;
let planned;

// Behind other pages only one's own tables are looked at, and only when they changed: the title tells of them.
function refresh() {
  const everything = wanted.has("lobby") && !document.hidden;
  const parts = everything ? "[data-live]" : "[data-live=own]";
  if (everything || wanted.has("own")) {
    for (const part of document.querySelectorAll(parts)) window.htmx?.trigger(part, "changed");
  }
  planned = undefined;
  wanted.clear();
}

// Many messages in a moment are one look; browsers do not all look in the same instant.
function refreshSoon(...parts) {
  for (const part of parts) wanted.add(part);
  planned ??= setTimeout(refresh, 150 + Math.random() * 350);
}

function tellTurn() {
  const own = document.getElementById("own-live");
  if (own) showTurn(own.dataset.turn, Boolean(own.dataset.turn));
}

function listen() {
  const address = new URL(place.dataset.socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    // Something may have been missed: since it was lost, or, on pages where one waits for somebody, since it was drawn.
    if (wasAway || "looksAgain" in place.dataset) refreshSoon("lobby", "own");
    reconnection.opened();
  });
  socket.addEventListener("message", ({ data }) => {
    reconnection.heard();
    const { type } = JSON.parse(data);
    if (type.startsWith("own.")) document.dispatchEvent(new CustomEvent(type));
    if (type !== "own.noticed") refreshSoon(type === "own.changed" ? "own" : "lobby");
  });
  socket.addEventListener("close", ({ code }) => {
    wasAway = true;
    reconnection.lost(code);
  });
}

if (place) {
  listen();
  tellTurn();
  document.addEventListener("visibilitychange", () => refreshSoon("lobby"));
  document.addEventListener("htmx:afterSettle", tellTurn);
}

// A filter that asks for nothing need not stand in the address.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches("[data-short-address]")) return;
  const { parameters } = event.detail;
  for (const name of Object.keys(parameters)) if (parameters[name] === "") delete parameters[name];
});

// The waiting room is drawn anew under one's hand: a button that just came there takes no click for a moment, and
// whoever had pressed the one in its place is led to what the room says.
const SETTLES_WITHIN = 500;
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
