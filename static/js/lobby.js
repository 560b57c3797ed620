// The lobby and the waiting room keep themselves fresh: a socket rings, and every part marked data-live is fetched again.
// Without a socket the page is as it was loaded; nothing depends on it.
const place = document.querySelector("[data-socket]");
const icon = document.querySelector("link[data-your-turn]");
const usual = icon?.getAttribute("href");
const name = document.title;
const LONGEST_PAUSE = 30_000;
const wanted = new Set();
let pause = 1000;
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
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
    if (pause > 1000) refreshSoon("lobby", "own"); // It was away: something may have been missed.
    pause = 1000;
  });
  socket.addEventListener("message", ({ data }) => {
    refreshSoon(JSON.parse(data).type === "own.changed" ? "own" : "lobby");
  });
  socket.addEventListener("close", () => {
    pause = Math.min(opened ? 1001 : pause * 2, LONGEST_PAUSE);
    setTimeout(listen, pause * (0.5 + Math.random()));
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
