// The socket brings what changed. Whatever is lost, doubled, late or asleep: the table asks for what it lacks.
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 6_000;
const POLL_EVERY = 10_000;
const LONGEST_PAUSE = 15_000;
const STANDING = /id="standing"[^>]*data-number="(\d+)"[^>]*data-version="(\d+)"/;

const table = document.getElementById("table");
const mark = document.getElementById("connection");
let socket = null; // the latest one made
let wrapper = null; // the extension's handle on it
let waiting = 0; // the timer of an answer that is due

window.htmx.config.wsReconnectDelay = (tries) => 300 + Math.random() * Math.min(LONGEST_PAUSE, 1000 * 2 ** tries);
window.htmx.createWebSocket = (url) => {
  socket = new WebSocket(url, []);
  return socket;
};

const isOpen = () => socket?.readyState === WebSocket.OPEN;

function show(state) {
  if (mark.dataset.state === state) return;
  mark.dataset.state = state;
  mark.className = `connection connection--${state}`;
  mark.textContent = mark.dataset[state];
  mark.hidden = false;
}

function standing() {
  const { number, version } = document.getElementById("standing").dataset;
  return { number: Number(number), version: Number(version) };
}

function isOlder(message) {
  const found = STANDING.exec(message);
  if (!found) return false;
  const [number, version] = found.slice(1).map(Number);
  const now = standing();
  return number < now.number || (number === now.number && version < now.version);
}

function ask() {
  if (!isOpen()) return;
  const line = document.querySelector("[data-talk-lines] > :last-child")?.dataset.line;
  wrapper.sendImmediately(JSON.stringify({ ...standing(), line: Number(line ?? 0), looking: !document.hidden }));
  waiting ||= setTimeout(renew, ANSWER_WITHIN);
}

function hear() {
  clearTimeout(waiting);
  waiting = 0;
}

// A connection that does not answer is dead, whatever the browser thinks of it.
function renew() {
  hear();
  show(navigator.onLine ? "reconnecting" : "offline");
  if (socket) socket.onclose = null; // its late farewell must not close the next one
  wrapper?.reconnect();
}

function poll() {
  if (isOpen() || document.hidden) return;
  const { number, version } = standing();
  window.htmx
    .ajax("GET", `${table.dataset.url}?number=${number}&version=${version}`, { target: table, swap: "none" })
    .then(() => isOpen() || show("polling"))
    .catch(() => show("offline"));
}

document.addEventListener("htmx:wsConnecting", () => show(navigator.onLine ? "reconnecting" : "offline"));
document.addEventListener("htmx:wsOpen", (event) => {
  wrapper = event.detail.socketWrapper;
  show("connected");
  ask();
});
document.addEventListener("htmx:wsClose", (event) => {
  hear();
  show(navigator.onLine ? "reconnecting" : "offline");
  // The extension tries again only after accidents; a server that says goodbye comes back as well.
  if (![1006, 1011, 1012, 1013].includes(event.detail.event.code)) {
    wrapper = event.detail.socketWrapper;
    setTimeout(() => isOpen() || renew(), window.htmx.config.wsReconnectDelay(2));
  }
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  hear();
  const { message } = event.detail;
  if (message === '{"gone": true}') location.reload(); // Set aside: its page says so.
  if (typeof message !== "string" || message.startsWith("{") || isOlder(message)) event.preventDefault();
});

// An answer to a click may come after the push that followed it.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOlder(event.detail.serverResponse)) event.detail.shouldSwap = false;
});

document.addEventListener("visibilitychange", () => document.hidden || (isOpen() ? ask() : renew()));
window.addEventListener("online", () => (isOpen() ? ask() : renew()));
window.addEventListener("offline", () => show("offline"));
setInterval(ask, ASK_EVERY);
setInterval(poll, POLL_EVERY);
