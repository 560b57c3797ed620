// A table that is played at. Each part stands alone and speaks with the others through the page.
import { Reconnection, showTurn } from "./live.js";

const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;

// What the page has seen of the table, or what it is sent: the number of the latest entry, and the version of all else.
const VERSION = "#table-version";

function versionIn(root) {
  const { number, version } = root.querySelector(VERSION)?.dataset ?? {};
  return number === undefined ? null : { number: Number(number), version: Number(version) };
}

const seenVersion = () => versionIn(document);

// Drawing a part anew leaves alone what the person has opened, and what is being typed.
function drawParts() {
  const { htmx, Idiomorph } = window;

  htmx.config.defaultSettleDelay = 0; // until then a link asks what it asked before

  Object.assign(Idiomorph.defaults.callbacks, {
    beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
    beforeNodeMorphed: (element) => element !== document.activeElement || !element.matches("input, textarea, select"),
  });

  const tell = (target, what) => target.dispatchEvent(new CustomEvent(what, { bubbles: true }));

  function draw(target, fragment) {
    tell(target, "table:drawing");
    const drawn = Idiomorph.morph(target, fragment.children, { morphStyle: "outerHTML" });
    tell(target, "table:drawn");
    return drawn;
  }

  // Parts come in one box, and each takes the place of the one with its id: that need not be said with every one of them.
  function unpack(text) {
    const sent = parse(text);
    const box = sent.querySelector(":scope > [data-parts]");
    if (!box) return text;
    // What stands inside of a part and has not changed is not sent again: it is taken from the page.
    for (const place of box.querySelectorAll("wbr[id]")) {
      const kept = document.getElementById(place.id);
      if (kept) place.replaceWith(document.importNode(kept, true));
    }
    // None of ours has a style of its own; one that an extension has set would be refused when it is read again.
    for (const styled of box.querySelectorAll("[style]")) styled.removeAttribute("style");
    const entries = box.querySelectorAll(":scope > .log__entry");
    if (entries.length) {
      const log = sent.appendChild(sent.ownerDocument.createElement("ol"));
      log.setAttribute("hx-swap-oob", "afterbegin:#log");
      log.append(...entries);
    }
    for (const part of box.children) part.setAttribute("hx-swap-oob", "morph");
    box.replaceWith(...box.children);
    return [...sent.children].map((element) => element.outerHTML).join("");
  }

  // The library's own extension takes every way of swapping for its own, which wraps new entries of a list in a second list.
  htmx.defineExtension("morph", {
    transformResponse: unpack,
    isInlineSwap: (style) => style === "morph",
    handleSwap: (style, target, fragment) => style === "morph" && draw(target, fragment),
  });
}

// Answers and plans. Buttons stand all over the table and belong to one form: the one that was pressed is sent along.
function sendAnswers() {
  const form = document.getElementById("move-form");
  const table = document.getElementById("table");
  const picked = (id) => document.getElementById(id)?.dataset.picked ?? "";

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, triggeringEvent, parameters } = event.detail;
    const { number, version } = seenVersion();
    parameters.seen = `${number}.${version}`;
    const button = triggeringEvent?.submitter;
    if (elt !== form || !button) return;
    if (button.name) parameters[button.name] = button.value;
    event.detail.path = button.getAttribute("formaction") ?? event.detail.path;
  });

  // Hovering, focus and a click often ask for the same tile: once is enough.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.detail.elt;
    if (link.matches("[data-tile]:not([data-drag])") && link.dataset.tile === picked("lot")) event.preventDefault();
  });

  // The second half of a double click would meet what the first one has changed: a tile just laid would be taken back.
  document.addEventListener("click", (event) => {
    const isSecond = event.detail >= 2; // a click that a script makes, as a drag does, has no number there
    if (!isSecond || !event.target.closest?.(":is(#lot, #studio) a[hx-get]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  // A preview stands on two parts. When a push has redrawn one of them, the other follows; a plan stays laid out until
  // it is played or can no longer be, also when what it was made for has become the question.
  const planned = (id) => document.getElementById(id)?.dataset.plan ?? "";
  let plan = planned("lot"); // null once it was played, until the page shows what came of it

  form.addEventListener("htmx:beforeRequest", () => { plan = null; });
  document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig } }) => {
    if (requestConfig.path.includes("?pick=")) plan = planned("lot");
  });
  document.addEventListener("htmx:wsAfterMessage", () => {
    plan ??= planned("lot");
    const tile = picked("lot");
    const isSame = tile === picked("studio") && [planned("lot"), planned("studio")].every((laid) => laid === plan);
    if (isSame || document.getElementById("studio").hidden) return;
    const asked = new URLSearchParams([["pick", tile], ...plan.split(" ").filter(Boolean).map((entry) => ["plan", entry])]);
    window.htmx.ajax("GET", `${table.dataset.url}?${asked}`, { source: table, target: table, swap: "none" });
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
}

// A question that just changed takes no answer for a moment: a click or a key that was meant for the last one answers
// nothing. Whoever was at the answers is led to the question, never to another answer.
function settleQuestion() {
  const SETTLES_WITHIN = 500;
  const form = document.getElementById("move-form");
  const table = document.getElementById("table");
  const bar = document.getElementById("actions");
  const number = () => document.querySelector(`${VERSION} [name=number]`).value;
  const isOffline = () => table.dataset.connection === "offline";
  let asked = question();
  let settling = 0; // the timer of a question that is new
  let sent = ""; // the number of an answer that is under way
  let wasInside = false;

  function question() {
    const answers = [...bar.querySelectorAll("button, a, summary")].map((answer) =>
      [answer.name, answer.value, answer.getAttribute("formaction") ?? answer.getAttribute("href")].join(" "));
    // While others act, numbers go on and the question stays: what one may do then is all that counts.
    return [bar.matches(".action-bar--wait") ? "" : number(), ...answers].join("\n");
  }

  function goToQuestion() {
    bar.querySelector(".action-bar__question").focus({ preventScroll: true });
  }

  // Whatever was drawn anew comes without these marks.
  function mark() {
    if (isOffline() && bar.contains(document.activeElement)) goToQuestion();
    bar.toggleAttribute("data-settling", Boolean(settling));
    bar.toggleAttribute("data-sending", sent === number());
    const answers = document.querySelectorAll("#actions :is(.action-bar__answers, .advice__ask), #lot button");
    for (const answer of answers) answer.inert = Boolean(settling);
    for (const button of document.querySelectorAll("#actions button, #lot button")) button.disabled = isOffline();
    for (const link of bar.querySelectorAll("a[hx-get]")) link.inert = isOffline();
  }

  function settle() {
    if (wasInside) goToQuestion();
    clearTimeout(settling);
    settling = setTimeout(() => { settling = 0; mark(); }, SETTLES_WITHIN);
  }

  const isAsked = (part) => part === bar || part.matches(VERSION);

  document.addEventListener("table:drawing", ({ target }) => {
    if (isAsked(target)) wasInside = bar.contains(document.activeElement);
  });
  document.addEventListener("table:drawn", ({ target }) => {
    if (!isAsked(target)) return;
    const now = question();
    if (now !== asked) settle();
    asked = now;
    mark();
  });
  document.addEventListener("table:connection", mark);

  // What reaches the form by another way than a pointer or a key waits as well; how fast AIs are answers nothing.
  form.addEventListener("htmx:beforeRequest", (event) => {
    if (settling && !event.detail.requestConfig.path.endsWith("/pace/")) event.preventDefault();
  });
  form.addEventListener("htmx:beforeSend", (event) => {
    sent = event.detail.requestConfig.formData.get("number");
    mark();
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.formData.get("number") === sent) sent = "";
    mark();
  });
  mark();
}

// An answer that did not come through says so, says what is safe, and can be sent again. It keeps its number and its
// key, so that it is never a second move.
function keepUnsent() {
  const form = document.getElementById("move-form");
  const table = document.getElementById("table");
  const box = document.getElementById("unsent");
  const words = box.querySelector("p");
  const again = box.querySelector("[data-again]");
  const reload = box.querySelector("[data-reload]");
  let answer = null; // what was to be sent

  const hasMoved = () => answer && seenVersion().number >= Number(answer.values.number);

  function keep({ path, formData }) {
    const values = {};
    for (const name of new Set(formData.keys())) {
      const all = formData.getAll(name);
      values[name] = all.length > 1 ? all : all[0];
    }
    answer = { path, values };
  }

  function tell(what) {
    const kind = hasMoved() ? "moved" : what;
    words.textContent = box.dataset[kind];
    again.hidden = kind === "moved" || kind === "refused";
    reload.hidden = kind !== "refused";
    box.hidden = false;
  }

  function close() {
    answer = null;
    box.hidden = true;
    words.textContent = "";
  }

  function kindOf(status) {
    if (status >= 500) return "broken";
    return status === 429 ? "many" : "refused";
  }

  for (const sender of [form, box]) {
    sender.addEventListener("htmx:beforeRequest", (event) => {
      if (navigator.onLine || event.defaultPrevented) return;
      event.preventDefault();
      keep(event.detail.requestConfig);
      tell("unsent");
    });
    sender.addEventListener("htmx:beforeSend", () => { again.disabled = true; });
    sender.addEventListener("htmx:afterRequest", (event) => {
      again.disabled = false;
      if (event.detail.successful) close();
    });
    for (const accident of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
      sender.addEventListener(accident, (event) => {
        event.stopPropagation(); // told here, where the answers are
        keep(event.detail.requestConfig);
        tell(accident === "htmx:responseError" ? kindOf(event.detail.xhr.status) : "lost");
      });
    }
  }

  again.addEventListener("click", () => {
    const { path, values } = answer;
    window.htmx.ajax("POST", path, { source: box, target: table, swap: "none", values }).catch(() => {}); // told above
  });
  box.querySelector("[data-close]").addEventListener("click", close);
  document.addEventListener("table:drawn", ({ target }) => {
    if (target.matches(VERSION) && !box.hidden && hasMoved()) tell("moved");
  });
}

// The socket brings what changed. Whatever is lost, doubled, late or asleep: the table asks for what it lacks.
function stayConnected() {
  const ASK_EVERY = 20_000;
  const ANSWER_WITHIN = 6_000;
  const PUSH_WITHIN = 1_500;
  const PLAYED_WITHIN = 4_000;
  const POLL_EVERY = 10_000;
  const POLL_HIDDEN_EVERY = 60_000;
  const NEVER = 2 ** 31 - 1;
  const NEXT_TABLE = "#next-table";

  const table = document.getElementById("table");
  const form = document.getElementById("move-form");
  const unsent = document.getElementById("unsent");
  const mark = document.getElementById("connection");
  const alone = document.getElementById("no-connection"); // what is said beside the answers
  const reconnection = new Reconnection(reconnect);
  let socket = null; // the latest one made
  let wrapper = null; // the extension's handle on it
  let waiting = 0; // the timer of an answer that is due
  let polling = 0; // ... of the next look without a socket
  let isHeard = false; // it answered: that it opened says little
  let http = ""; // what became of the latest request: fine, lost, broken
  let sent = null; // the answer that went over the socket: its request, and the timer after which it is posted

  window.htmx.config.wsReconnectDelay = () => NEVER; // when to try again is decided here alone
  window.htmx.createWebSocket = (url) => {
    const { number, version } = seenVersion();
    const shown = new URLSearchParams({ seen: `${number}.${version}`, line: latestLine(), looking: document.hidden ? "" : "1" });
    socket = new WebSocket(`${url}&${shown}`, []);
    return socket;
  };

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function state() {
    if (!navigator.onLine) return "offline";
    if (isHeard) return "connected";
    if (http === "lost") return "offline";
    if (http === "broken") return "broken";
    if (reconnection.isBusy) return "busy";
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

  function isOlder(brought) {
    const [told, now] = [versionIn(brought), seenVersion()];
    if (!told) return false;
    return told.number < now.number || (told.number === now.number && told.version < now.version);
  }

  const latestLine = () => Number(document.querySelector("[data-talk-lines] > :last-child")?.dataset.line ?? 0);

  function ask() {
    if (!isOpen()) return;
    wrapper.sendImmediately(JSON.stringify({ ...seenVersion(), line: latestLine(), looking: !document.hidden }));
    waiting ||= setTimeout(giveUp, ANSWER_WITHIN);
  }

  function hear(isAnswer) {
    clearTimeout(waiting);
    waiting = 0;
    if (!isAnswer) return; // talk comes through where a whole table may not
    isHeard = true;
    reconnection.heard();
    cancelPoll();
    show();
  }

  function lose(code) {
    clearTimeout(waiting);
    waiting = 0;
    if (isHeard) http = "";
    isHeard = false;
    postSent();
    reconnection.lost(code);
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

  function reconnect() {
    drop();
    wrapper?.reconnect();
  }

  // Attempts that fail do not put off the next look.
  function planPoll() {
    polling ||= setTimeout(poll, document.hidden ? POLL_HIDDEN_EVERY : POLL_EVERY);
  }

  function cancelPoll() {
    clearTimeout(polling);
    polling = 0;
  }

  async function poll() {
    cancelPoll();
    if (isHeard) return;
    const url = `${table.dataset.url}${document.hidden ? "?hidden=1" : ""}`;
    await window.htmx.ajax("GET", url, { source: table, target: table, swap: "none" }).catch(() => {}); // judged below
    if (!isHeard) planPoll();
  }

  // Whoever comes back to the page need not wait, unless the server asked for it.
  function hurry() {
    if (isOpen()) return ask();
    if (!reconnection.isBusy && socket?.readyState !== WebSocket.CONNECTING) reconnection.now();
    poll();
  }

  function judge(what) {
    const isBack = what === "fine" && ["lost", "broken"].includes(http);
    http = what;
    show();
    if (isBack && !isHeard && !reconnection.isBusy) reconnection.now();
  }

  // A site that says no is there; but a table that may not be looked at is not being followed.
  function judgeRefusal({ target, detail: { xhr } }) {
    judge(xhr.status >= 500 || target === table ? "broken" : "fine");
  }

  // An answer goes over the socket that is open anyway. Whatever becomes of it there, it is posted if nothing comes back:
  // it keeps its number and its key, so that it is never a second move.
  form.addEventListener("htmx:beforeRequest", (event) => {
    const { requestConfig } = event.detail;
    const post = /\/(move|undo)\/$/.exec(new URL(requestConfig.path, location.href).pathname)?.[1];
    if (event.defaultPrevented || !post || !isHeard || !isOpen()) return;
    event.preventDefault();
    const answer = new URLSearchParams(requestConfig.formData);
    if (sent?.requestConfig.formData.get("number") === answer.get("number")) return; // pressed twice is sent once
    settleSent(true);
    answer.delete("csrfmiddlewaretoken"); // the socket was opened by this very page
    sent = { requestConfig, timer: setTimeout(postSent, PLAYED_WITHIN) };
    window.htmx.trigger(form, "htmx:beforeSend", { requestConfig });
    wrapper.sendImmediately(JSON.stringify({ post, form: answer.toString() }));
  });

  function settleSent(successful) {
    if (!sent) return null;
    const { requestConfig, timer } = sent;
    clearTimeout(timer);
    sent = null;
    window.htmx.trigger(form, "htmx:afterRequest", { requestConfig, successful, elt: form });
    return requestConfig;
  }

  function postSent() {
    const { path, formData } = settleSent(false) ?? {};
    if (!path) return;
    const values = Object.fromEntries([...new Set(formData.keys())].map((name) => [name, formData.getAll(name)]));
    const courier = unsent.appendChild(document.createElement("span")); // one each: no answer waits for another
    const done = () => courier.remove();
    window.htmx.ajax("POST", path, { source: courier, target: table, swap: "none", values }).then(done, done);
  }

  // Its number stands on the table by now, or it was refused in words; "post" is the server's wish.
  function hearOfSent(message) {
    if (message.startsWith('{"post"')) postSent();
    if (message.startsWith('{"refused"')) settleSent(true);
  }

  document.addEventListener("htmx:wsAfterMessage", () => {
    if (sent && seenVersion().number >= Number(sent.requestConfig.formData.get("number"))) settleSent(true);
  });

  // A page that hears its socket gets the table from there: the answer to a click is then empty, and nothing comes twice.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isHeard && isOpen() && detail.verb === "post") detail.headers["X-Table-Socket"] = "open";
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (xhr?.status !== 204) return;
    const { number } = seenVersion();
    setTimeout(() => number === seenVersion().number && ask(), PUSH_WITHIN);
  });

  document.addEventListener("htmx:wsConnecting", show);
  document.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    const opened = socket;
    setTimeout(() => socket === opened && !isHeard && ask(), PUSH_WITHIN); // older servers wait for it
  });
  document.addEventListener("htmx:wsClose", (event) => {
    const { event: { code }, socketWrapper } = event.detail;
    wrapper = socketWrapper;
    lose(code);
  });
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    const { message } = event.detail;
    if (typeof message !== "string") return event.preventDefault();
    const isWord = message.startsWith("{");
    const brought = parse(isWord ? "" : message);
    hear(isWord || Boolean(brought.querySelector(`${VERSION}, ${NEXT_TABLE}`)));
    hearOfSent(message);
    if (message === '{"gone": true}') location.reload(); // Closed to moves: its page says why.
    if (isWord || isOlder(brought)) event.preventDefault();
  });

  // An answer to a click may come after the push that followed it, and after the link that was clicked is gone: it is the
  // table's (hx-target), so that this hears of it. What was to be laid out is asked for anew.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isOlder(parse(detail.serverResponse))) return;
    detail.shouldSwap = false;
    const { path } = detail.requestConfig;
    if (path.includes("?pick=")) window.htmx.ajax("GET", path, { source: table, target: table, swap: "none" });
  });

  // Every request tells how the site is to be reached, whoever else tells of it.
  document.addEventListener("htmx:sendError", () => judge("lost"), true);
  document.addEventListener("htmx:timeout", () => judge("broken"), true);
  document.addEventListener("htmx:responseError", judgeRefusal, true);
  document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && judge("fine"), true);

  document.addEventListener("visibilitychange", () => document.hidden || hurry());
  window.addEventListener("online", () => {
    reconnection.restart();
    http = "";
    show();
    hurry();
  });
  window.addEventListener("offline", show);
  setInterval(ask, ASK_EVERY);
  planPoll();
  show();
}

// "Your turn" in the title and the icon of the tab.
function tellTurn() {
  const shown = document.querySelector(VERSION);
  const tell = () => showTurn(shown.dataset.title, shown.dataset.turn === "mine");

  tell();
  new MutationObserver(tell).observe(shown, { attributes: true });
}

// The log grows at its top: nothing twice, what came while one looked away is marked, what comes is read out.
function growLog() {
  const log = document.getElementById("log");
  const live = document.getElementById("live");
  const count = document.querySelector("#tab-log [data-count]");
  const READ_AT_ONCE = 6; // of more than these, after an absence, the latest
  let unseen = 0;

  const spoken = (element) => element.innerText.replace(/\s+/g, " ").trim();
  const wordsIn = (entry) => spoken(entry.querySelector("div"));

  // What one is asked, unless the focus is there and tells it anyway.
  function question() {
    const isAsked = document.querySelector(VERSION).dataset.turn === "mine" && !document.activeElement?.closest("#actions");
    if (!isAsked) return "";
    const said = [...document.querySelectorAll("#actions .action-bar__question > *")].map(spoken).filter(Boolean);
    return said.map((words) => /[.!?…]$/.test(words) ? words : `${words}.`).join(" ");
  }

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target !== log) return;
    for (const entry of [...event.detail.fragment.children]) {
      if (document.getElementById(entry.id)) entry.remove();
    }
  });

  function forget() {
    for (const entry of log.querySelectorAll(".log__new")) entry.classList.remove("log__new");
  }

  function showCount() {
    count.textContent = unseen;
    count.hidden = !unseen;
  }

  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.matches?.(".log__entry"));
    const fresh = added.filter((entry) => entry.parentElement === log && !entry.nextElementSibling?.matches(".log__older"));
    if (!fresh.length) return;
    if (!document.hidden && !unseen) forget();
    for (const entry of fresh) entry.classList.add("log__new");
    if (document.hidden) unseen += fresh.length;
    showCount();
    live.textContent = [...fresh.slice(0, READ_AT_ONCE).reverse().map(wordsIn), question()].join(" ").trim();
  }).observe(log, { childList: true });

  // What was new stays marked while it is being read.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) forget();
    else setTimeout(() => { unseen = 0; showCount(); }, 4000);
  });
}

// Dragging a tile is a longer way to tap it and then a lit space: both follow the same links.
function dragTiles() {
  const NEAR_EDGE = 90;
  const SCROLLS_BY = 9; // pixels a frame
  const START_AFTER = 7;
  let drag = null;

  const spaceAt = (x, y) => document.elementFromPoint(x, y)?.closest(".space--lit");

  function lift(link, event) {
    const box = link.getBoundingClientRect();
    const ghost = link.cloneNode(true);
    ghost.removeAttribute("id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("tile--dragged");
    document.body.append(ghost);
    link.classList.add("tile--gone");
    if (link.getAttribute("aria-current") !== "true") window.htmx.trigger(link, "click");
    return { ...drag, ghost, dx: event.clientX - box.left, dy: event.clientY - box.top };
  }

  function follow(event) {
    const { ghost, dx, dy } = drag;
    ghost.style.translate = `${event.clientX - dx}px ${event.clientY - dy}px`;
    const over = spaceAt(event.clientX, event.clientY);
    if (over !== drag.over) {
      drag.over?.classList.remove("space--over");
      over?.classList.add("space--over");
      drag.over = over;
    }
    drag.pull = pullAt(event.clientY);
  }

  // Near an edge the page goes on by itself, also under a finger that rests; the bar over it is an edge too.
  function pullAt(y) {
    const dock = document.querySelector(".dock");
    const isOver = getComputedStyle(dock).position === "fixed";
    const floor = isOver ? dock.getBoundingClientRect().top : window.innerHeight;
    return y > floor - NEAR_EDGE ? SCROLLS_BY : y < NEAR_EDGE ? -SCROLLS_BY : 0;
  }

  function scroll() {
    if (!drag?.ghost) return;
    if (drag.pull) window.scrollBy(0, drag.pull);
    requestAnimationFrame(scroll);
  }

  function drop(event) {
    const { ghost, tile } = drag;
    ghost.remove();
    document.getElementById(`tile-${tile}`)?.classList.remove("tile--gone");
    drag.over?.classList.remove("space--over");
    if (drag.over) document.dispatchEvent(new CustomEvent("table:dropped"));
    spaceAt(event.clientX, event.clientY)?.querySelector("[data-space]")?.click();
  }

  document.addEventListener("pointerdown", (event) => {
    const link = event.target.closest?.("a[data-drag]");
    if (!link || event.button !== 0 || !event.isPrimary) return;
    drag = { link, tile: link.dataset.tile, x: event.clientX, y: event.clientY, ghost: null, over: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START_AFTER) return;
    if (!drag.ghost) {
      drag = lift(drag.link, event);
      requestAnimationFrame(scroll);
    }
    follow(event);
  });

  document.addEventListener("pointerup", (event) => {
    if (drag?.ghost) {
      drop(event);
      // The click that ends a drag is no tap.
      const swallow = (click) => { click.preventDefault(); click.stopImmediatePropagation(); };
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
    }
    drag = null;
  });

  document.addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    drag?.link.classList.remove("tile--gone");
    drag = null;
  });

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("a.tile")) event.preventDefault();
  });
}

// On a narrow screen the strip of film shows where we are.
function showNow() {
  function show() {
    const track = document.querySelector(".track");
    const now = track?.querySelector(".frame--now");
    if (now) track.scrollLeft = now.offsetLeft - track.offsetLeft - 56;
  }

  show();
  new MutationObserver(show).observe(document.getElementById("track"), { subtree: true, attributes: true, attributeFilter: ["aria-current"] });
}

// Tabs as the keyboard knows them. Without script all panels stand below one another.
function switchTabs() {
  for (const list of document.querySelectorAll("[data-tabs]")) {
    const tabs = [...list.querySelectorAll("[role=tab]")];

    const choose = (chosen) => {
      for (const tab of tabs) {
        const isChosen = tab === chosen;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
      }
      const count = chosen.querySelector("[data-count]");
      if (count) count.hidden = true;
    };

    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) choose(tab);
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
    choose(tabs[0]);
  }

  // Lines of talk that came while another panel was shown.
  document.addEventListener("talk:heard", (event) => {
    const tab = document.getElementById("tab-talk");
    const count = tab?.querySelector("[data-count]");
    if (!count || tab.getAttribute("aria-selected") === "true") return;
    count.textContent = (count.hidden ? 0 : Number(count.textContent)) + event.detail.count;
    count.hidden = false;
  });
}

// The guide speaks of a part of the table: its words are read out and describe that part.
function followGuide() {
  const guide = document.getElementById("guide");
  const live = document.getElementById("guide-live");
  let lesson = guide.dataset.lesson ?? "";

  const part = () => document.getElementById(guide.dataset.part ?? "");

  // A part that was drawn anew has lost its description.
  function describe() {
    for (const element of document.querySelectorAll("[aria-describedby='guide-text']")) {
      if (element !== part()) element.removeAttribute("aria-describedby");
    }
    part()?.setAttribute("aria-describedby", "guide-text");
  }

  function tell() {
    describe();
    if ((guide.dataset.lesson ?? "") === lesson) return;
    lesson = guide.dataset.lesson ?? "";
    live.textContent = lesson ? `${guide.querySelector("h2").innerText}. ${document.getElementById("guide-text").innerText}` : "";
  }

  describe();
  document.addEventListener("htmx:wsAfterMessage", tell);
  document.addEventListener("htmx:afterRequest", tell);

  // Its buttons go a way of their own, so that no move ever waits for what is read.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#guide button[formaction]");
    if (!button) return;
    event.preventDefault();
    const values = { [button.name]: button.value };
    window.htmx.ajax("POST", button.getAttribute("formaction"), { source: guide, target: "#table", swap: "none", values });
  });

  // "Show me" is a plain link; but in a narrow stage a part may have no box of its own to go to.
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#guide [data-show]") && !part().getClientRects().length) part().firstElementChild.scrollIntoView();
  });
}

// The result comes into view when the match ends, whatever was being looked at.
function showResult() {
  let isOver = !document.getElementById("ending").hidden;

  document.addEventListener("table:drawn", ({ target }) => {
    if (target.id !== "ending" || isOver || target.hidden) return;
    isOver = true;
    document.getElementById("ending").scrollIntoView({ block: "start" });
  });
}

// One that fails leaves the others alone.
for (const start of [
  drawParts,
  sendAnswers,
  settleQuestion,
  keepUnsent,
  stayConnected,
  tellTurn,
  growLog,
  dragTiles,
  showNow,
  switchTabs,
  followGuide,
  showResult,
]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
