// The lobby and the waiting room keep themselves fresh: a socket rings, and every part marked data-live is fetched again.
// Without a socket the page is as it was loaded; nothing depends on it.
const place = document.querySelector("[data-socket]");
const icon = document.querySelector("link[data-your-turn]");
const usual = icon?.getAttribute("href");
const name = document.title;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const SESSION_OVER = 4401;
const BUSY_PAUSE = 60_000; // where the server asks us to come later
const LASTS_AFTER = 20_000; // a socket that opened and is gone at once has proved nothing
const wanted = new Set();
let pause = FIRST_PAUSE;
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

// Many bells in a moment are one look; browsers do not all look in the same instant.
function refreshSoon(...parts) {
  for (const part of parts) wanted.add(part);
  planned ??= setTimeout(refresh, 150 + Math.random() * 350);
}

// "Your turn" in the title and the icon of the tab, as at the table.
function tell() {
  const own = document.getElementById("own-live");
  if (!own) return;
  const { turn } = own.dataset;
  document.title = turn ? `${turn} · ${name}` : name;
  icon?.setAttribute("href", turn ? icon.dataset.yourTurn : usual);
}

function listen() {
  const address = new URL(place.dataset.socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  let lasting = 0;
  const trust = () => { pause = FIRST_PAUSE; };
  socket.addEventListener("open", () => {
    if (wasAway) refreshSoon("lobby", "own"); // something may have been missed
    lasting = setTimeout(trust, LASTS_AFTER);
  });
  socket.addEventListener("message", ({ data }) => {
    trust();
    refreshSoon(JSON.parse(data).type === "own.changed" ? "own" : "lobby");
  });
  socket.addEventListener("close", ({ code }) => {
    clearTimeout(lasting);
    wasAway = true;
    const least = code >= 4000 && code !== SESSION_OVER ? BUSY_PAUSE : 0;
    setTimeout(listen, Math.max(least, pause) * (0.5 + Math.random()));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
}

if (place) {
  listen();
  tell();
  document.addEventListener("visibilitychange", () => refreshSoon("lobby"));
  document.addEventListener("htmx:afterSettle", tell);
}

// A filter that asks for nothing need not stand in the address.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches("[data-short-address]")) return;
  const { parameters } = event.detail;
  for (const name of Object.keys(parameters)) if (parameters[name] === "") delete parameters[name];
});
