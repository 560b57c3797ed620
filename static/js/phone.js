// Where the bar lies over the page: the page comes to where play is, the paper that matters is open, and a long press
// tells what something is. Nothing of this moves while somebody types, reads their orders, or holds a finger down.
const table = document.getElementById("table");
const lot = () => document.getElementById("lot");
const narrow = matchMedia("(max-width: 1279px)");
const phone = matchMedia("(max-width: 767px)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const HEAD = 56; // the app bar, with a little air
let isHeld = false;

const isBusy = () =>
  isHeld || (phone.matches && "ordersOpen" in document.body.dataset) || document.activeElement?.matches("input, textarea, select");

const foot = () => document.querySelector(".dock")?.getBoundingClientRect().height ?? 0;

// Coming to where play is -----------------------------------------------------------------------------------------

const room = () => window.innerHeight - (narrow.matches ? foot() : 0);

function isInSight(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top >= HEAD && bottom <= room();
}

function comeTo(element, place = "top", head = HEAD) {
  if (!element || isBusy() || isInSight(element)) return;
  const { top, height } = element.getBoundingClientRect();
  if (!height) return;
  const goal = place === "middle" ? (HEAD + room() - height) / 2 : head;
  window.scrollTo({ top: window.scrollY + top - Math.max(HEAD, goal), behavior: calm.matches ? "instant" : "smooth" });
}

// The lot with its name above it where both have room: a name that is cut in half says nothing.
function comeToLot() {
  const named = lot().getBoundingClientRect().top - document.querySelector(".stage").getBoundingClientRect().top;
  const highest = room() - lot().getBoundingClientRect().height;
  comeTo(lot(), "top", Math.max(HEAD, Math.min(named, highest)));
}

function bestSpace() {
  const { best } = lot().dataset;
  return document.querySelector(`#play-${CSS.escape(best)} .space--lit`) ?? document.querySelector("#studio .space--lit");
}

// What is asked: one's turn, what kind of question, and which tile is in hand.
function question() {
  const { turn } = document.getElementById("table-version").dataset;
  const kind = /action-bar--(bid|take|place|answer)\b/.exec(document.getElementById("actions").className)?.[1] ?? "";
  return { turn, kind: turn === "mine" ? kind : "", picked: document.getElementById("studio").dataset.picked ?? "" };
}

let asked = question();

function follow() {
  const now = question();
  const before = asked;
  asked = now;
  if (now.turn === "over" && before.turn !== "over") return comeTo(document.getElementById("ending"));
  if (!narrow.matches) return;
  const isNew = now.kind && now.kind !== before.kind;
  const isPicked = now.kind === "place" && now.picked && (isNew || now.picked !== before.picked);
  if (isPicked && isOwn()) {
    openPaper();
    return comeTo(bestSpace(), "middle");
  }
  const isLaid = now.kind === "place" && before.picked && !now.picked;
  if (isNew) comeToLot();
  else if (isLaid && document.querySelector("#lot a[data-drag]")) comeBack();
  if (isPicked) unfoldSoon();
}

// A tile that was laid is seen to arrive before the page goes back for the next one, unless a hand is faster.
const ARRIVES_AFTER = 480;

function comeBack() {
  if (calm.matches) return comeToLot();
  const last = touched;
  setTimeout(() => last === touched && question().kind === "place" && comeToLot(), ARRIVES_AFTER);
}

// Papers unfold under the hand that has just picked something up. When a tile comes by what others do, or late, the
// page goes to the lot first, so that nothing moves where somebody may be about to press; then to where it may lie.
const OWN_WITHIN = 500, UNFOLDS_AFTER = 450;
let touched = -OWN_WITHIN;

const isOwn = () => performance.now() - touched < OWN_WITHIN;

function unfoldSoon() {
  const last = touched;
  setTimeout(async () => {
    await unseen(papers(), () => {
      delete table.dataset.folded;
      openPaper();
    });
    const isFound = [...document.querySelectorAll("#studio .space--lit")].some(isInSight);
    if (last === touched && question().picked && !isFound) comeTo(bestSpace(), "middle");
  }, calm.matches ? 60 : UNFOLDS_AFTER);
}

// What changes its height while nobody touches it does so out of sight, as between two shots: nothing slides along.
const FADE = 140;
const frame = () => new Promise(requestAnimationFrame);

async function unseen(element, change) {
  if (!calm.matches) await element.animate({ opacity: [1, 0] }, { duration: FADE, id: "cut" }).finished.catch(() => {});
  change();
  await cut(element);
}

// Two frames in which they are not there, and then they are as they are now.
async function cut(...elements) {
  for (const element of elements) element.dataset.cut = "";
  await frame();
  await frame();
  for (const element of elements) {
    delete element.dataset.cut;
    if (!calm.matches) element.animate({ opacity: [0, 1] }, { duration: FADE, id: "cut" });
  }
}

// An answer that comes late finds nobody's finger where it was: papers that it makes higher or lower change in a cut.
let heightBefore = null;
const papers = () => document.querySelector("#studio .studio__movies");

document.addEventListener("table:drawing", ({ target }) => {
  if (target.matches("#studio, #studio *") && phone.matches && !isOwn()) heightBefore ??= papers()?.offsetHeight ?? null;
});
document.addEventListener("table:drawn", () => {
  if (heightBefore !== null && papers() && papers().offsetHeight !== heightBefore) cut(papers(), ...document.querySelectorAll("#board, .aside"));
  heightBefore = null;
});

for (const touch of ["pointerdown", "pointerup", "keydown"]) {
  document.addEventListener(touch, () => { touched = performance.now(); }, { capture: true });
}
document.addEventListener("table:drawing", ({ target }) => {
  if (target.id === "studio" && phone.matches && !isOwn() && !target.dataset.picked) table.dataset.folded = "";
});
document.addEventListener("table:drawn", ({ target }) => {
  if (target.id === "studio" && !target.dataset.picked) delete table.dataset.folded;
});

for (const drawn of ["htmx:wsAfterMessage", "htmx:afterSettle"]) document.addEventListener(drawn, follow);
document.addEventListener("table:result", () => comeTo(document.getElementById("ending")));

// Once a tile is in hand the paper that matters is open. Papers never fold because of what others do.
let opened = "";

function openPaper() {
  const best = phone.matches ? lot().dataset.best : "";
  if (!best || best === opened) return;
  const fold = (id) => document.getElementById(`fold-${id}`);
  if (fold(opened)) fold(opened).open = false;
  if (fold(best)) fold(best).open = true;
  opened = best;
}

openPaper();

// The highest bid and who leads, told in the bar as they stand beside the lot.
function tellBid() {
  const told = document.querySelector("[data-carry-bid]");
  const bid = document.getElementById("bid");
  if (!told || !bid) return;
  const leader = document.querySelector(".bidder:has(.bidder__leads)");
  const amount = document.createElement("b");
  amount.textContent = bid.textContent;
  const parts = leader ? [amount, ...[...leader.children].slice(0, 2).map((part) => part.cloneNode(true))] : [document.getElementById("bid-note")?.textContent ?? ""];
  const words = parts.map((part) => part.textContent ?? part).join(" ");
  if (told.textContent.trim() === words.trim()) return;
  told.replaceChildren(...parts.flatMap((part) => [part, " "]));
}

new MutationObserver(tellBid).observe(document.querySelector(".stage"), { subtree: true, childList: true, characterData: true });
tellBid();

// From one lit space to the next ------------------------------------------------------------------------------------

table.dataset.walks = "";
let step = 0;

function countSteps() {
  const count = document.querySelector("[data-walk-count]");
  const lit = document.querySelectorAll("#studio a[data-space]").length;
  if (count) count.textContent = `${Math.min(step, lit - 1) + 1}/${lit}`;
}

document.addEventListener("table:drawn", ({ target }) => {
  if (target.id === "studio") step = 0;
  if (["studio", "actions"].includes(target.id)) countSteps();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-walk]");
  if (!button) return;
  const spaces = [...document.querySelectorAll("#studio a[data-space]")];
  if (!spaces.length) return;
  step = (step + Number(button.dataset.walk) + spaces.length) % spaces.length;
  countSteps();
  comeTo(spaces[step].closest(".space"), "middle");
  spaces[step].focus({ preventScroll: true });
});

// Talk that came out of sight -------------------------------------------------------------------------------------

const talk = document.getElementById("bar-talk");
let unread = 0;

function isTalkSeen() {
  const box = document.getElementById("panel-talk")?.getBoundingClientRect();
  return Boolean(box?.height) && box.top < window.innerHeight - foot() && box.bottom > HEAD;
}

function showUnread() {
  talk.hidden = !unread;
  talk.querySelector("[data-count]").textContent = unread;
}

if (talk) {
  document.addEventListener("talk:heard", ({ detail }) => {
    unread = isTalkSeen() ? 0 : unread + detail.count;
    showUnread();
  });
  talk.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("tab-talk").click();
    document.getElementById("panel-talk").scrollIntoView({ block: "center" });
    unread = 0;
    showUnread();
  });
}

// What is this? -----------------------------------------------------------------------------------------------------

const LONG = 450, TOLD = 2_600, STILL = 8;
let press = 0;
let pressed = null;
let lastPointer = "mouse";

function wordsFor(thing) {
  if (!thing.matches("[data-tile]")) return thing.getAttribute("aria-label") ?? thing.title;
  const [kind, name] = [".tile__kind", ".tile__name"].map((part) => thing.querySelector(part)?.textContent.trim());
  const stars = thing.querySelector(".stars svg")?.getAttribute("aria-label");
  const hint = document.getElementById(thing.getAttribute("aria-describedby") ?? "")?.innerText;
  return [name, kind, stars, hint].filter(Boolean).join(" · ");
}

function tellWhat(thing, { clientX, clientY }) {
  const words = wordsFor(thing);
  if (!words) return;
  document.querySelector(".what")?.remove();
  const bubble = document.createElement("div");
  bubble.className = "what";
  bubble.role = "status";
  bubble.textContent = words;
  document.body.append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  bubble.style.left = `${Math.min(Math.max(12, clientX - width / 2), window.innerWidth - width - 12)}px`;
  bubble.style.top = `${Math.max(HEAD, clientY - height - 24)}px`;
  setTimeout(() => bubble.remove(), TOLD);
  // The press was a question: letting go is no answer.
  const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  document.addEventListener("click", swallow, { capture: true, once: true });
  document.addEventListener("pointerup", () => setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50), { once: true });
}

function letGo() {
  clearTimeout(press);
  isHeld = false;
  pressed = null;
}

document.addEventListener("pointerdown", (event) => {
  lastPointer = event.pointerType;
  if (event.pointerType !== "touch") return;
  isHeld = true;
  const thing = event.target.closest?.("#table :is([data-tile], [role=img][aria-label], [title])");
  pressed = { x: event.clientX, y: event.clientY };
  if (thing) press = setTimeout(tellWhat, LONG, thing, event);
}, { capture: true });
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL) clearTimeout(press);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);
document.addEventListener("contextmenu", (event) => {
  if (lastPointer === "touch" && event.target.closest?.("#table [data-tile]")) event.preventDefault();
});

// A tap takes a tile at once: what it would do is asked for by eye, by focus, or by a long press.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (lastPointer === "touch" && event.detail.elt.matches("button[data-tile]")) event.preventDefault();
});
