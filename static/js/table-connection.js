// The socket brings what changed. Whatever is lost, doubled, late or asleep: the table asks for what it lacks.
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 6_000;
const POLL_EVERY = 10_000;
const POLL_HIDDEN_EVERY = 60_000;
const PAUSES = { usual: [1_000, 20_000], busy: [60_000, 600_000] }; // the first and the longest between two attempts
const SESSION_OVER = 4401;
const NEVER = 2 ** 31 - 1;
const STANDING = /id="standing"[^>]*data-number="(\d+)"[^>]*data-version="(\d+)"/;
const IS_ANSWER = /^{|id="standing"|id="next-table"/;

const table = document.getElementById("table");
const mark = document.getElementById("connection");
const alone = document.getElementById("no-connection"); // what is said beside the answers
let socket = null; // the latest one made
let wrapper = null; // the extension's handle on it
let waiting = 0; // the timer of an answer that is due
let planned = 0; // ... of the next attempt
let polling = 0; // ... of the next look without a socket
let failures = 0; // attempts since the socket last answered
let isHeard = false; // it answered: that it opened says little
let isBusy = false; // the server asked us to come later
let http = ""; // what became of the latest request: fine, lost, broken

window.htmx.config.wsReconnectDelay = () => NEVER; // when to try again is decided here alone
window.htmx.createWebSocket = (url) => {
  socket = new WebSocket(url, []);
  return socket;
};

const isOpen = () => socket?.readyState === WebSocket.OPEN;

function state() {
  if (!navigator.onLine) return "offline";
  if (isHeard) return "connected";
  if (http === "lost") return "offline";
  if (http === "broken") return "broken";
  if (isBusy) return "busy";
  return http === "fine" ? "polling" : "reconnecting";
}

function show() {
  const now = state();
  if (mark.dataset.state === now) return;
  mark.dataset.state = table.dataset.connection = now;
  mark.className = `connection connection--${now}`;
  mark.textContent = mark.dataset[now];
  mark.hidden = false;
  alone.textContent = now === "offline" ? alone.dataset.words : "";
  mark.dispatchEvent(new CustomEvent("table:connection", { bubbles: true }));
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
  waiting ||= setTimeout(giveUp, ANSWER_WITHIN);
}

function hear(message) {
  clearTimeout(waiting);
  waiting = 0;
  if (!IS_ANSWER.test(message)) return; // talk comes through where a whole table may not
  [isHeard, isBusy, failures] = [true, false, 0];
  stopPolling();
  show();
}

// Each attempt waits longer than the last, until one was answered; pages do not all come in the same instant.
function pause() {
  const [first, longest] = PAUSES[isBusy ? "busy" : "usual"];
  failures += 1;
  return Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + Math.random());
}

function lose() {
  clearTimeout(waiting);
  waiting = 0;
  if (isHeard) http = "";
  isHeard = false;
  clearTimeout(planned);
  planned = setTimeout(renew, pause());
  planPoll();
  show();
}

// A connection that does not answer is dead, whatever the browser thinks of it.
function giveUp() {
  drop();
  lose();
}

function drop() {
  if (!socket) return;
  socket.onclose = null; // its late farewell must not close the next one
  socket.close();
}

function renew() {
  clearTimeout(planned);
  drop();
  wrapper?.reconnect();
}

// Attempts that fail do not put it off: otherwise a page that tries again and again would not look for itself.
function planPoll() {
  polling ||= setTimeout(poll, document.hidden ? POLL_HIDDEN_EVERY : POLL_EVERY);
}

function stopPolling() {
  clearTimeout(polling);
  polling = 0;
}

async function poll() {
  stopPolling();
  if (isHeard) return;
  const { number, version } = standing();
  const url = `${table.dataset.url}?number=${number}&version=${version}${document.hidden ? "&hidden=1" : ""}`;
  await window.htmx.ajax("GET", url, { source: table, target: table, swap: "none" }).catch(() => {}); // judged below
  if (!isHeard) planPoll();
}

// Whoever comes back to the page need not wait, unless the server asked for it.
function hurry() {
  if (isOpen()) return ask();
  if (!isBusy && socket?.readyState !== WebSocket.CONNECTING) renew();
  poll();
}

function judge(what) {
  const isBack = what === "fine" && ["lost", "broken"].includes(http);
  http = what;
  show();
  if (isBack && !isHeard && !isBusy) renew();
}

// A site that says no is there; but a table that may not be looked at is not being followed.
function judgeRefusal({ target, detail: { xhr } }) {
  judge(xhr.status >= 500 || target === table ? "broken" : "fine");
}

document.addEventListener("htmx:wsConnecting", show);
document.addEventListener("htmx:wsOpen", (event) => {
  wrapper = event.detail.socketWrapper;
  ask();
});
document.addEventListener("htmx:wsClose", (event) => {
  const { event: { code }, socketWrapper } = event.detail;
  wrapper = socketWrapper;
  if (code >= 4000 && code !== SESSION_OVER && !isBusy) [isBusy, failures] = [true, 0];
  lose();
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const { message } = event.detail;
  if (typeof message === "string") hear(message);
  if (message === '{"gone": true}') location.reload(); // Closed to moves: its page says why.
  if (typeof message !== "string" || message.startsWith("{") || isOlder(message)) event.preventDefault();
});

// An answer to a click may come after the push that followed it.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOlder(event.detail.serverResponse)) event.detail.shouldSwap = false;
});

// Every request tells how the site is to be reached, whoever else tells of it.
document.addEventListener("htmx:sendError", () => judge("lost"), true);
document.addEventListener("htmx:timeout", () => judge("broken"), true);
document.addEventListener("htmx:responseError", judgeRefusal, true);
document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && judge("fine"), true);

document.addEventListener("visibilitychange", () => document.hidden || hurry());
window.addEventListener("online", () => {
  [failures, http] = [0, ""];
  show();
  hurry();
});
window.addEventListener("offline", show);
setInterval(ask, ASK_EVERY);
planPoll();
show();
