// What pages that stay live share: when a lost socket is tried again, the sign of one's turn, the clocks.

// The first pause and the longest between two attempts: the line broke, all came at once, there are too many.
const PAUSES = { usual: [1_000, 20_000], rush: [4_000, 60_000], busy: [60_000, 600_000] };
const LASTS_AFTER = 20_000;
const SESSION_OVER = 4401; // whoever logs in again need not wait
const RUSH = 4503;

// When a socket is tried again: each attempt waits longer than the last until a message has come, for that one opened
// says little. Pages do not all come in the same instant.
export class Reconnection {
  #manner = "usual";
  #connect;
  #failures = 0; // attempts since a message came
  #planned = 0; // the timer of the next attempt
  #lasting = 0; // ... of one that opened and said nothing yet

  constructor(connect) {
    this.#connect = connect;
  }

  // Where there is often nothing to be told, a socket that lasts is as good as a message.
  opened() {
    this.#lasting = setTimeout(() => this.heard(), LASTS_AFTER);
  }

  // The server asked us to come later.
  get isBusy() {
    return this.#manner !== "usual";
  }

  heard() {
    this.#manner = "usual";
    this.restart();
  }

  lost(code = 0) {
    clearTimeout(this.#lasting);
    const manner = code === RUSH ? "rush" : "busy";
    if (code >= 4000 && code !== SESSION_OVER && this.#manner !== manner) {
      this.#manner = manner;
      this.restart();
    }
    clearTimeout(this.#planned);
    this.#planned = setTimeout(() => this.now(), this.#pause());
  }

  // The next attempt is the first again.
  restart() {
    clearTimeout(this.#lasting);
    this.#failures = 0;
  }

  now() {
    clearTimeout(this.#planned);
    this.#connect();
  }

  #pause() {
    const [first, longest] = PAUSES[this.#manner];
    this.#failures += 1;
    return Math.min(longest, first * 2 ** (this.#failures - 1)) * (0.5 + Math.random());
  }
}

// "Your turn" in the title and the icon of the tab.
const icon = document.querySelector("link[data-your-turn]");
const usualIcon = icon?.getAttribute("href");
const usualTitle = document.title;

export function showTurn(words, isMine) {
  document.title = words ? `${words} · ${usualTitle}` : usualTitle;
  icon?.setAttribute("href", isMine ? icon.dataset.yourTurn : usualIcon);
}

// Clocks: <time datetime="deadline"> counts down, with data-left or inside of data-clock. With data-bank the last so many seconds are those of
// the bank, and the time for a decision runs until then. The server writes the moment itself inside, which stays where there is no script.
const language = document.documentElement.lang || undefined;
const unit = (name, unitDisplay) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay });
const [days, hours, minutes] = [unit("day", "long"), unit("hour", "narrow"), unit("minute", "narrow")];
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const LATE = 15; // seconds

// Not every browser's clock is right: the page says when it was drawn.
const drawn = Date.parse(document.querySelector("[data-now]")?.dataset.now ?? "");
const wrong = Number.isNaN(drawn) ? 0 : drawn - Date.now();
const ahead = Math.abs(wrong) > 2_000 ? wrong : 0;

function words(seconds) {
  if (seconds >= 2 * DAY) return days.format(Math.floor(seconds / DAY));
  if (seconds >= HOUR) return `${hours.format(Math.floor(seconds / HOUR))} ${minutes.format(Math.floor((seconds % HOUR) / MINUTE))}`;
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

function show(time) {
  const now = Date.now() + ahead;
  const deadline = Date.parse(time.dateTime);
  const first = deadline - 1000 * Number(time.dataset.bank);
  const isBank = now >= first;
  const seconds = Math.max(0, Math.ceil(((now < first ? first : deadline) - now) / 1000));
  const text = words(seconds);
  if (time.textContent !== text) time.textContent = text;
  time.title = moment.format(deadline);
  const clock = time.closest("[data-clock]");
  clock?.classList.toggle("clock--bank", isBank);
  clock?.classList.toggle("clock--late", seconds <= LATE && !(now < first));
}

// About when it will be somebody's turn, in words of the day: <span data-expected="moment" data-form="… TIME DAY">.
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const ofDay = new Intl.DateTimeFormat(language, { timeStyle: "short" });

function showExpected(note) {
  const at = new Date(note.dataset.expected);
  const now = new Date(Date.now() + ahead);
  const away = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / (1000 * DAY));
  let text = null;
  if (at <= now) text = note.dataset.soon;
  else if (away <= 1) text = note.dataset.form.replace("TIME", ofDay.format(at)).replace("DAY", relative.format(away, "day"));
  if (text && note.textContent !== text) note.textContent = text;
}

const showAll = () => {
  document.querySelectorAll("time[data-left], [data-clock] time[datetime]").forEach(show);
  document.querySelectorAll("[data-expected]").forEach(showExpected);
};

showAll();
setInterval(() => document.hidden || showAll(), 1000);
for (const event of ["htmx:load", "htmx:oobAfterSwap", "visibilitychange"]) document.addEventListener(event, showAll);
