// Clocks: <time datetime="deadline" data-left> counts down. With data-first the time for a decision runs until then and
// the bank from there on. The server writes the moment itself inside, which stays where there is no script.
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
  const first = Date.parse(time.dataset.first ?? "");
  const isBank = now >= first;
  const seconds = Math.max(0, Math.ceil(((now < first ? first : deadline) - now) / 1000));
  const text = words(seconds);
  if (time.textContent !== text) time.textContent = text;
  time.title = moment.format(deadline);
  const clock = time.closest("[data-clock]");
  clock?.classList.toggle("clock--bank", isBank);
  clock?.classList.toggle("clock--late", seconds <= LATE && !(now < first));
}

const showAll = () => document.querySelectorAll("time[data-left]").forEach(show);

showAll();
setInterval(() => document.hidden || showAll(), 1000);
for (const event of ["htmx:load", "htmx:oobAfterSwap", "visibilitychange"]) document.addEventListener(event, showAll);
