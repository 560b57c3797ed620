// Times in the reader's zone and language: <time datetime="…" data-time="relative|moment|day|clock">.
// The server writes a readable time inside, which stays where there is no script.
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
document.addEventListener("htmx:load", (event) => writeAll(event.target));
document.addEventListener("visibilitychange", () => document.hidden || writeAll(document));
setInterval(() => document.hidden || writeAll(document), 30_000);
