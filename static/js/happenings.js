// What happened at the table: the log's new entries as facts, oldest first, for whatever shows or sounds them.
// They come with the parts that they changed, in the same message: when they are told, the table is drawn already.
const log = document.getElementById("log");
const numberOf = (entry) => Number(entry.id.replace("entry-", ""));
let latest = Math.max(0, ...[...log.children].map(numberOf).filter(Number.isFinite));

function factsIn(entry) {
  const lines = [...entry.querySelectorAll(".log__line")].reverse(); // the newest stands on top
  return lines.map((line) => ({
    ...line.dataset,
    number: numberOf(entry),
    kind: /log__line--(\w+)/.exec(line.className)?.[1] ?? "",
  }));
}

export const factsSince = (number) =>
  [...log.querySelectorAll(".log__entry[id]")].filter((entry) => numberOf(entry) > number).reverse().flatMap(factsIn);

export function hear(tell) {
  document.addEventListener("table:happened", ({ detail }) => tell(detail));
}

new MutationObserver(() => {
  const facts = factsSince(latest);
  latest = Math.max(latest, ...facts.map(({ number }) => number));
  if (facts.length) document.dispatchEvent(new CustomEvent("table:happened", { detail: facts }));
}).observe(log, { childList: true });

// No card slips under a finger: what is being pressed gets its click first. This listens from the start, for a finger may
// be down when the first card comes; and what ends one press does not end the next.
const CLICK_WITHIN = 400;
let isHeld = false;
let letsGo = 0; // the timer after a press
const waiting = [];

export const released = () => new Promise((done) => { if (isHeld) waiting.push(done); else done(); });

function hold() {
  clearTimeout(letsGo);
  isHeld = true;
}

function letGo(time) {
  clearTimeout(letsGo);
  letsGo = setTimeout(() => {
    isHeld = false;
    for (const done of waiting.splice(0)) done();
  }, time);
}

document.addEventListener("pointerdown", hold, { capture: true });
document.addEventListener("pointerup", () => letGo(CLICK_WITHIN), { capture: true });
for (const end of ["click", "pointercancel"]) document.addEventListener(end, () => letGo(0), { capture: true });

// Great moments are rare: what shows their cards is fetched for the first of them.
const { dataset } = document.getElementById("table");
const GREAT = ["movie_completed", "party_opened", "quarter_began", "match_ended"];
const isGreat = (facts) => facts.some(({ kind }) => GREAT.includes(kind));
const cards = () => import(dataset.momentsScript);

hear(async (facts) => isGreat(facts) && (await cards()).tell(facts));
const missed = factsSince(Number(dataset.seen));
if (isGreat(missed)) cards().then(({ tellMissed }) => tellMissed(missed), reportError);
