// What one watches stays fresh without htmx: the socket of the match in the light says that something happened, and the
// part is fetched again; every part with data-every also now and then. Without a socket the page is as it was loaded.
import { Reconnection } from "./live.js";

const AT_MOST_EVERY = 1_000; // ten moves at once are one look
const LOOKS_ANEW = 60_000; // another match may stand in the light by now
const watched = () => document.querySelector("[data-watched]");
const reconnection = new Reconnection(listen);
let socket;
let planned;

async function look(part) {
  const answer = await fetch(part.dataset.part, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok || !part.isConnected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-part]");
  if (!fresh || (part.dataset.mark && part.dataset.mark === fresh.dataset.mark)) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
  part.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("htmx:load")); // clocks begin to run
  if (fresh.dataset.watched !== part.dataset.watched) listen();
}

function lookSoon() {
  if (document.hidden) return;
  planned ??= setTimeout(() => {
    planned = undefined;
    const part = watched();
    if (part) look(part);
  }, AT_MOST_EVERY);
}

function listen() {
  socket?.close();
  const address = watched()?.dataset.watched;
  if (!address) return;
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = new WebSocket(url);
  socket = mine;
  mine.addEventListener("open", () => {
    watched()?.removeAttribute("data-away");
    reconnection.opened();
  });
  mine.addEventListener("message", () => {
    reconnection.heard();
    lookSoon();
  });
  mine.addEventListener("close", ({ code }) => {
    if (socket !== mine) return;
    watched()?.setAttribute("data-away", "");
    reconnection.lost(code);
  });
}

function every(seconds, parts) {
  setInterval(() => document.hidden || parts().forEach(look), seconds);
}

if (document.querySelector("[data-part]")) {
  listen();
  document.addEventListener("visibilitychange", lookSoon);
  every(LOOKS_ANEW, () => [...document.querySelectorAll("[data-part]:not([data-every])")]);
  const seconds = Number(document.querySelector("[data-every]")?.dataset.every);
  if (seconds) every(seconds * 1_000, () => [...document.querySelectorAll("[data-every]")]);
}
