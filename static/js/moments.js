// Moments: a card when a movie is complete, a party opens, a round or the match is over. It lies over the table and
// takes neither the focus nor an answer: a key or a tap ends it, and at live tables time does.
import { released } from "./happenings.js";
import { recall, remember } from "./settings.js";

const KINDS = { movie_completed: "movie", party_opened: "party", quarter_began: "round", match_ended: "end" };
const RANKS = ["movie", "party", "round", "end"];
const STAYS = { movie: 1_800, party: 5_000, round: 8_000 }; // milliseconds; the end stays
const IN = 180, OUT = 120;
const THROUGH = 400; // a tap was on its way already: it is meant for the table
const AWARD = 900, NAME = 240, CONE = 600, BARS = 400;
const REMEMBERED = 60; // tables

const table = document.getElementById("table");
const frame = document.getElementById("moment");
const live = document.getElementById("moment-live");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
// How cards look comes with the first of them.
const dressed = new Promise((done) => {
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: table.dataset.momentsStyle });
  style.onload = style.onerror = done;
  document.head.append(style);
});
const isSlow = table.dataset.pace === "slow";
let waiting = []; // cards that follow the one that is shown
let timers = [];
let focusBefore = null;

const shown = () => frame.querySelector("[data-moment]");
const isOpen = () => frame.matches(":popover-open");
const rank = (kind) => RANKS.indexOf(kind);
const covers = () => isOpen() && shown()?.dataset.moment !== "movie";

// What was shown here, by table: nothing comes twice, and whoever does not want rounds has none.
function kept() {
  try {
    return JSON.parse(recall("table-moments-seen")) ?? {};
  } catch {
    return {};
  }
}

const ofTable = () => kept()[table.dataset.url] ?? {};

function keep(what) {
  const { [table.dataset.url]: before, ...others } = kept();
  const latest = Object.entries(others).slice(-REMEMBERED);
  remember("table-moments-seen", JSON.stringify({ ...Object.fromEntries(latest), [table.dataset.url]: { ...before, ...what } }));
}

const isWanted = (kind) => recall("table-moments") !== "off" && !(kind === "round" && ofTable().never);

// Fetching --------------------------------------------------------------------------------------------------------

async function bring(number) {
  const url = `${table.dataset.moments.replace(/0\/$/, `${number}/`)}${location.search}`;
  const [answer] = await Promise.all([fetch(url, { headers: { "HX-Request": "true" } }).catch(() => null), dressed]);
  if (!answer?.ok) return [];
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...drawn.querySelectorAll("[data-moment]")].filter((card) => isWanted(card.dataset.moment));
}

// Of all that came at once only the latest great thing is shown, with what led to it in the same entry.
function latestIn(facts) {
  const great = facts.filter(({ kind }) => kind in KINDS && isWanted(KINDS[kind]));
  const highest = Math.max(...great.map(({ kind }) => rank(KINDS[kind])));
  return great.findLast(({ kind }) => rank(KINDS[kind]) === highest)?.number;
}

export async function tell(facts) {
  const number = latestIn(facts);
  if (number === undefined || number <= (ofTable().seen ?? 0)) return;
  keep({ seen: number });
  const cards = await bring(number);
  await released();
  if (!cards.length) return;
  const isLower = isOpen() && rank(cards.at(-1).dataset.moment) < rank(shown().dataset.moment);
  if (isLower) return;
  show(cards);
}

// Showing ---------------------------------------------------------------------------------------------------------

const later = (act, time) => timers.push(setTimeout(act, time));

function show([card, ...others]) {
  forget();
  waiting = others;
  focusBefore ??= document.activeElement;
  const { moment } = card.dataset;
  const letsThrough = !covers();
  frame.className = `moment moment--${moment}`;
  frame.classList.toggle("moment--through", letsThrough);
  if (letsThrough) later(() => frame.classList.remove("moment--through"), THROUGH);
  frame.replaceChildren(document.importNode(card, true));
  if (!isOpen()) frame.showPopover();
  live.textContent = card.querySelector("[data-said]").textContent.trim();
  if (!calm.matches) enter(shown());
  if (moment === "end") return open(shown());
  if (!isSlow || moment === "movie") goOnSoon(STAYS[moment]);
}

function enter(card) {
  const rise = { translate: ["0 14px", "0 0"], opacity: [0, 1] };
  const animation = card.animate(rise, { duration: IN, easing: "ease-out" });
  animation.id = "moment";
  const reel = card.matches("[data-moment=movie]") && card.querySelector(".reel");
  if (reel) reel.animate({ scale: [2, 0.94, 1, 1], rotate: ["-24deg", "0deg", "0deg", "0deg"] }, { duration: AWARD, easing: "ease-out" }).id = "reel";
}

function goOnSoon(time) {
  later(goOn, time);
  const words = frame.querySelector("[data-auto]");
  if (!words) return;
  words.hidden = false;
  const end = performance.now() + time;
  const count = () => {
    const seconds = Math.max(1, Math.ceil((end - performance.now()) / 1000));
    words.querySelector("[data-words]").textContent = words.dataset.auto.replace("{seconds}", seconds);
  };
  count();
  timers.push(setInterval(count, 500));
}

// The awards light up one by one, the cone falls on the winner, who won by how much is told, the bars grow: until then
// nothing says how it ends. Any key or tap takes it to its end.
function open(card) {
  if (calm.matches) return;
  const animations = [];
  const bring = (element, frames, options) => animations.push(element.animate(frames, { fill: "backwards", easing: "ease-out", ...options }));
  const awards = [...card.querySelectorAll("[data-award]")];
  awards.forEach((award, place) => {
    const delay = IN + place * AWARD;
    bring(award, { opacity: [0, 1], scale: [0.92, 1] }, { duration: NAME, delay });
    for (const name of award.querySelectorAll("[data-name]")) bring(name, { opacity: [0, 1] }, { duration: NAME, delay: delay + NAME });
  });
  const after = IN + awards.length * AWARD;
  bring(card.querySelector("[data-winner]"), { opacity: [0, 1], scale: [0.9, 1] }, { duration: CONE, delay: after });
  for (const row of card.querySelectorAll("[data-bars] .chart__row")) bring(row, { opacity: [0, 1] }, { duration: BARS, delay: after + CONE });
  for (const bar of card.querySelectorAll("[data-bars] .chart__bar")) bring(bar, { scale: ["0 1", "1 1"], transformOrigin: ["0 50%", "0 50%"] }, { duration: BARS, delay: after + CONE });
  animations.forEach((animation) => { animation.id = "ceremony"; });
}

// Going on --------------------------------------------------------------------------------------------------------

const ceremony = () => frame.getAnimations({ subtree: true }).filter(({ id, playState }) => id === "ceremony" && playState === "running");

function forget() {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
}

function goOn() {
  if (ceremony().length) return ceremony().forEach((animation) => animation.finish());
  if (waiting.length) return follow();
  close();
}

// What ends a card on which nothing is pressed is a finger on the table: the next card waits for it as the first one did.
async function follow() {
  const card = shown();
  await released();
  if (isOpen() && shown() === card) show(waiting);
}

function close() {
  forget();
  waiting = [];
  const card = shown();
  const wasEnd = card?.dataset.moment === "end";
  const hadFocus = frame.contains(document.activeElement);
  const end = () => {
    if (isOpen() && shown() === card) frame.hidePopover(); // unless another one came meanwhile
  };
  if (calm.matches) end();
  else frame.animate({ opacity: [1, 0] }, { duration: OUT }).finished.then(end, end);
  if (hadFocus) focusBefore?.focus({ preventScroll: true });
  focusBefore = null;
  if (wasEnd) document.dispatchEvent(new CustomEvent("table:result"));
}

// Nothing that ends a card does anything else: no answer is given through it.
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "CapsLock"];
const isTyping = ({ target }) => target.matches?.("input, textarea, select");

document.addEventListener("keydown", (event) => {
  if (!isOpen() || MODIFIERS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!covers()) return goOn();
  const isInside = frame.contains(event.target);
  if (event.key === "Tab" && !isInside) {
    swallow(event);
    return frame.querySelector("[data-go-on]").focus();
  }
  if (event.key === "Tab" || (isInside && ["Enter", " "].includes(event.key))) return;
  if (!isTyping(event)) swallow(event);
  goOn();
}, { capture: true });

document.addEventListener("pointerdown", () => { if (isOpen() && !covers()) goOn(); }, { capture: true });

frame.addEventListener("click", (event) => {
  if (event.target.closest("[data-never]")) {
    keep({ never: true });
    waiting = [];
    return close();
  }
  if (!event.target.closest("a, summary")) goOn();
});

// Whoever comes back sees what they missed: once, and the party only while it lasts.
export function tellMissed(facts) {
  const missed = facts.filter(({ kind }) => kind !== "movie_completed");
  const opened = missed.findLastIndex(({ kind }) => kind === "auction_opened");
  return tell(missed.filter(({ kind }, place) => kind !== "party_opened" || place > opened));
}
