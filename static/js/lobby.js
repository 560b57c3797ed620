// The lobby and the waiting room keep themselves fresh: a socket rings, and every part marked data-live is fetched again.
// Without a socket the page is as it was loaded; nothing depends on it.
const place = document.querySelector("[data-socket]");
const LONGEST_PAUSE = 30_000;
const TOO_MANY = 4429; // this browser or its address has as many sockets as one may
let pause = 1000;
let planned;

function refresh() {
  planned = undefined;
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-live]")) window.htmx?.trigger(part, "changed");
}

// Many bells in a moment are one look; browsers do not all look in the same instant.
function refreshSoon() {
  planned ??= setTimeout(refresh, 150 + Math.random() * 350);
}

function listen() {
  const address = new URL(place.dataset.socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
    if (pause > 1000) refreshSoon(); // It was away: something may have been missed.
    pause = 1000;
  });
  socket.addEventListener("message", refreshSoon);
  socket.addEventListener("close", ({ code }) => {
    pause = code === TOO_MANY ? LONGEST_PAUSE : Math.min(opened ? 1001 : pause * 2, LONGEST_PAUSE);
    setTimeout(listen, pause * (0.5 + Math.random()));
  });
}

if (place) {
  listen();
  document.addEventListener("visibilitychange", refreshSoon);
}

// A filter that asks for nothing need not stand in the address.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches("[data-short-address]")) return;
  const { parameters } = event.detail;
  for (const name of Object.keys(parameters)) if (parameters[name] === "") delete parameters[name];
});
