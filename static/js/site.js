// Every page. Each part stands alone and speaks with the others through the page.

// Light, dark or as the device: changed at once here, remembered by the form's own post.
function chooseTheme() {
  const YEAR = 60 * 60 * 24 * 365;

  function show(theme) {
    const root = document.documentElement;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
  }

  function remember(theme) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  }

  function markChosen(theme) {
    for (const button of document.querySelectorAll("[data-theme-form] button[name=theme]")) {
      if (button.value === theme) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-theme-form]");
    if (!form || !event.submitter) return;
    event.preventDefault();
    const theme = event.submitter.value;
    show(theme);
    remember(theme);
    markChosen(theme);
    if (form.getAttribute("action")) {
      // Whoever goes on to another page at once is remembered all the same.
      const body = new FormData(form, event.submitter);
      fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
    }
  });
}

// Menus are <details>; script only closes them when the eye or the keyboard has gone elsewhere.
function closeMenus() {
  const openMenus = () => document.querySelectorAll("details[data-menu][open]");

  document.addEventListener("click", (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  });

  document.addEventListener("focusin", (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// A message can be put away. The button waits hidden for script, since nothing else could answer it.
function dismissMessages() {
  function offerClosing(root) {
    for (const button of root.querySelectorAll("[data-dismiss][hidden]")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    event.target.closest("[data-dismiss]")?.closest("[data-message]")?.remove();
  });

  offerClosing(document);
  document.addEventListener("htmx:load", (event) => offerClosing(event.target));
}

// What was asked for and did not come is told, wherever no part of the page tells it better.
function tellFailures() {
  const place = document.getElementById("failures");
  const QUIET = ["mouseenter", "focus"]; // nobody asked

  function kindOf(event) {
    if (event.type !== "htmx:responseError") return "lost";
    const { status } = event.detail.xhr;
    if (status >= 500) return "broken";
    return status === 429 ? "many" : "refused";
  }

  function isQuiet({ detail: { requestConfig: { elt, triggeringEvent } } }) {
    return QUIET.includes(triggeringEvent?.type) || elt.matches("[data-quiet]");
  }

  function tell(event) {
    if (isQuiet(event)) return;
    const message = document.getElementById("failure").content.firstElementChild.cloneNode(true);
    message.querySelector(".message__text").textContent = place.dataset[kindOf(event)];
    place.replaceChildren(message);
    message.querySelector("[data-dismiss]").hidden = false;
  }

  if (place) {
    for (const accident of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(accident, tell);
    document.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.successful && !isQuiet(event)) place.replaceChildren();
    });
  }
}

// Times in the reader's zone and language: <time datetime="…" data-time="relative|moment|day|clock">.
// The server writes a readable time inside, which stays where there is no script.
function writeTimes() {
  const language = document.documentElement.lang || undefined;
  const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60]];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const formats = {
    moment: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
    day: new Intl.DateTimeFormat(language, { dateStyle: "medium" }),
    clock: new Intl.DateTimeFormat(language, { timeStyle: "short" }),
  };

  function sinceOrUntil(moment) {
    const seconds = (moment - Date.now()) / 1000;
    const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
    if (unit === "second") return relative.format(0, "second");
    return relative.format(Math.round(seconds / length), unit);
  }

  function write(element) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) return;
    const style = element.dataset.time;
    element.textContent = style === "relative" ? sinceOrUntil(moment) : formats[style]?.format(moment) ?? element.textContent;
    if (style !== "moment") element.title = formats.moment.format(moment);
  }

  function writeAll(root) {
    if (root.matches?.("time[data-time]")) write(root);
    root.querySelectorAll("time[data-time]").forEach(write);
  }

  // The server writes in this zone too, on pages and in mails, until somebody chooses one in their settings.
  function tellZone() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }

  tellZone();
  writeAll(document);
  for (const event of ["htmx:load", "bell:load"]) document.addEventListener(event, ({ target }) => writeAll(target));
  document.addEventListener("visibilitychange", () => document.hidden || writeAll(document));
  setInterval(() => document.hidden || writeAll(document), 30_000);
}

// <button data-copy="#id-of-the-field" data-copied="Copied"> puts the field's text on the clipboard and says so.
function copyText() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    const words = button.querySelector("[data-copy-words]") ?? button;
    field.select?.();
    try {
      await navigator.clipboard.writeText(field.value ?? field.textContent);
    } catch {
      return; // The text stays selected, ready to be copied by hand.
    }
    const before = words.textContent;
    words.textContent = button.dataset.copied;
    setTimeout(() => { words.textContent = before; }, 2000);
  });

  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

// <form data-once> is sent once, however often one clicks; coming back to the page it can be sent again.
function sendOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-once]");
    if (!form) return;
    if (form.dataset.once === "sent") event.preventDefault();
    form.dataset.once = "sent";
  });

  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-once]")) form.dataset.once = "";
  });
}

// Beside every password a button that shows it, so that a typing slip is seen and not guessed.
function showPasswords() {
  const sprite = document.querySelector("svg.icon use")?.getAttribute("href").split("#")[0];
  const label = document.querySelector("meta[name=show-password]")?.content;

  function drawEye() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const use = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
    use.setAttribute("href", `${sprite}#eye`);
    return svg;
  }

  function addButton(input) {
    const frame = document.createElement("div");
    frame.className = "password";
    input.replaceWith(frame);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "password__show";
    button.setAttribute("aria-label", label);
    button.setAttribute("aria-pressed", "false");
    button.append(drawEye());
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.setAttribute("aria-pressed", String(!shown));
    });
    frame.append(input, button);
  }

  if (sprite && label) document.querySelectorAll("input[type=password]").forEach(addButton);
}

// The bell: a socket says that something waits or has happened, and what stands below the bell is fetched. Pages that have
// a socket of their own hear it there. Behind other pages it is fetched when one comes back.
function ringBell() {
  const bell = document.querySelector("[data-bell]");
  if (!bell) return;
  const panel = bell.querySelector("[data-bell-panel]");
  let isStale = false;
  let planned;

  function show(number) {
    for (const mark of document.querySelectorAll("[data-bell-mark]")) {
      mark.textContent = number > 99 ? "99+" : number;
      mark.hidden = !number;
    }
  }

  async function look() {
    planned = undefined;
    const answer = await fetch(bell.dataset.bell, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
    panel.replaceChildren(drawn.body.firstElementChild);
    isStale = false;
    show(Number(panel.firstElementChild.dataset.bellCount));
    panel.dispatchEvent(new CustomEvent("bell:load", { bubbles: true }));
    if (bell.open) await read(panel.firstElementChild.dataset.bellUntil);
  }

  // What was shown is read; only a post says so.
  async function read(until) {
    const body = new FormData();
    for (const [name, value] of [["until", until], ["quiet", "1"]]) body.set(name, value);
    body.set("csrfmiddlewaretoken", bell.dataset.bellToken);
    await fetch(bell.dataset.bellRead, { method: "POST", body, keepalive: true }).catch(() => null);
  }

  // Many messages in a moment are one look, and browsers do not all look in the same instant.
  function lookSoon() {
    isStale = true;
    if (!document.hidden) planned ??= setTimeout(look, 200 + Math.random() * 400);
  }

  async function listen() {
    const { Reconnection } = await import(bell.dataset.bellLive);
    const address = new URL(bell.dataset.bellSocket, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    let wasAway = false;
    const reconnection = new Reconnection(() => {
      const socket = new WebSocket(address);
      socket.addEventListener("open", () => {
        if (wasAway) lookSoon();
        reconnection.opened();
      });
      socket.addEventListener("message", () => {
        reconnection.heard();
        lookSoon();
      });
      socket.addEventListener("close", ({ code }) => {
        wasAway = true;
        reconnection.lost(code);
      });
    });
    reconnection.now();
  }

  const page = document.querySelector("[data-notices-until]");
  if (page) read(page.dataset.noticesUntil).then(lookSoon); // the socket may not be open yet
  for (const form of document.querySelectorAll("[data-read-by-hand]")) form.hidden = true;
  bell.addEventListener("toggle", () => bell.open && look());
  document.addEventListener("visibilitychange", () => !document.hidden && isStale && lookSoon());
  for (const type of ["own.changed", "own.noticed"]) document.addEventListener(type, lookSoon);
  document.addEventListener("htmx:wsBeforeMessage", ({ detail }) => /^{"type": ?"own\./.test(detail.message) && lookSoon());
  if (!document.querySelector("[data-socket], [ws-connect]")) listen();
}

// One that fails leaves the others alone.
for (const start of [
  chooseTheme,
  closeMenus,
  dismissMessages,
  tellFailures,
  writeTimes,
  copyText,
  sendOnce,
  showPasswords,
  ringBell,
]) {
  try {
    start();
  } catch (error) {
    reportError(error);
  }
}
