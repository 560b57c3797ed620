// What moved is seen to move: money from purse to purse, tiles to their spaces, a bid, a reel. All of it follows from
// what happened; the table is drawn already, so nothing waits for it, and whatever comes next ends it.
import { hear } from "./happenings.js";

// Milliseconds, as they are drawn.
const PRICE = 240, REST = 120, SHARE = 240, APART = 40, MARK = 1600;
const LIFT = 120, WAY = 320, TOTAL = 240, REEL = 900, BID = 400, COUNT = 320;
const TILT = 4; // degrees
const SMALL = 26; // how wide a tile is when it has become a shape
const POPCORN = ":is(#studio, .rival__head) .popcorn";
const AT_ONCE = 6; // entries; more of them come only after an absence, and then nothing flies

const table = document.getElementById("table");
const layer = document.getElementById("motion");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const me = table.dataset.viewer;
const running = new Set();
let lifted = new Map(); // tiles as they lay in the light before they were drawn anew
let laid = new Set(); // spaces on which the plan has put a tile already
let popcorn = null; // where the popcorn stood
let isDropped = false; // a tile that a hand has just dropped need not fly

// Where things are ------------------------------------------------------------------------------------------------

const isSeen = (box) => box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
const boxOf = (element) => element?.getBoundingClientRect();
// What is remembered stays where it is on the page when the page goes on.
const onPage = ({ x, y, width, height }) => new DOMRect(x + window.scrollX, y + window.scrollY, width, height);
const inWindow = ({ x, y, width, height }) => new DOMRect(x - window.scrollX, y - window.scrollY, width, height);

function firstSeen(...elements) {
  const known = elements.filter((element) => element && boxOf(element).width > 0);
  return known.find((element) => isSeen(boxOf(element))) ?? known[0] ?? null;
}

// What is out of sight is left and reached by the edge of the window.
function centre(box) {
  const y = Math.min(Math.max(box.top + box.height / 2, 40), window.innerHeight - 40);
  return { x: box.left + box.width / 2, y };
}

const rival = (seat) => document.querySelector(`.rival[data-seat="${seat}"]`);

function purse(seat) {
  if (seat === me) return firstSeen(document.querySelector("#studio .money"), document.querySelector("#actions [data-purse]"));
  return firstSeen(rival(seat)?.querySelector(".rival__head .money"), rival(seat)?.querySelector(".rival__head"));
}

const middle = () => firstSeen(document.querySelector(".stage .lot__bid"), document.querySelector(".stage .lot"));

// On a phone the space may lie in a folded paper, which shows its shape.
function ownSpace(screenplay, index) {
  const shapes = document.querySelectorAll(`#fold-${CSS.escape(screenplay)} .glyphs > *`);
  return firstSeen(document.getElementById(`space-${screenplay}-${index}`), shapes[index], document.getElementById(`play-${screenplay}`));
}

function space({ seat, screenplay, space: index }) {
  if (seat === me) return ownSpace(screenplay, index);
  const play = rival(seat)?.querySelector(`[data-play="${screenplay}"]`);
  return firstSeen(play?.querySelectorAll(".glyphs > *")[index], play, rival(seat)?.querySelector(".rival__head"));
}

// Moving ----------------------------------------------------------------------------------------------------------

function animate(element, id, frames, options) {
  if (!element || calm.matches) return null;
  const animation = element.animate(frames, { easing: "ease-out", fill: "backwards", ...options });
  animation.id = id;
  running.add(animation);
  animation.finished.then(() => running.delete(animation), () => running.delete(animation));
  return animation;
}

function stop() {
  for (const animation of running) animation.finish();
  running.clear();
  layer.querySelectorAll("[data-flies]").forEach((thing) => thing.remove());
}

function put(thing, { x, y }) {
  layer.append(thing);
  const box = boxOf(thing);
  thing.style.left = `${x - box.width / 2 + window.scrollX}px`;
  thing.style.top = `${y - box.height / 2 + window.scrollY}px`;
  return thing;
}

function fly(thing, id, from, frames, options) {
  thing.dataset.flies = "";
  put(thing, from);
  animate(thing, id, frames, { fill: "both", ...options })?.finished.then(() => thing.remove(), () => thing.remove());
}

// Money -----------------------------------------------------------------------------------------------------------

function coin(words) {
  const made = document.getElementById("motion-coin").content.firstElementChild.cloneNode(true);
  made.querySelector("[data-words]").textContent = words;
  return made;
}

function send(words, id, from, to, options) {
  if (!from || !to || calm.matches) return;
  const [start, end] = [centre(boxOf(from)), centre(boxOf(to))];
  const way = `${end.x - start.x}px ${end.y - start.y}px`;
  const arc = `${(end.x - start.x) / 2}px ${(end.y - start.y) / 2 - 18}px`;
  fly(coin(words), id, start, [{ translate: "0 0", opacity: 0, offset: 0 }, { opacity: 1, offset: 0.1 },
    { translate: arc, offset: 0.5 }, { translate: way, opacity: 1, offset: 0.9 }, { translate: way, opacity: 0 }], options);
}

// What somebody got stands for a while, also where nothing moves: on the edge of their studio, where it covers nothing.
const marks = new Map(); // signs and whose they are

function stand(sign, seat) {
  const goal = purse(seat);
  const [box, studio] = [boxOf(goal), goal?.closest(".rival, #studio")];
  const edge = goal && boxOf(studio ?? goal).top;
  const column = boxOf(goal?.closest(".rivals")) ?? { top: edge, bottom: edge };
  if (!goal || !isSeen(box) || edge < column.top - 1 || edge > column.bottom) return sign.remove();
  const end = studio?.matches(".rival") ? boxOf(studio).right - 12 : box.right;
  const [left, top] = studio ? [end + window.scrollX, edge + window.scrollY - sign.offsetHeight / 2] : [end, edge - 4];
  sign.style.cssText = `position: ${studio ? "absolute" : "fixed"}; left: ${left - sign.offsetWidth}px; top: ${top}px`; // a bar stays
}

function mark(words, seat, delay) {
  const sign = Object.assign(document.createElement("span"), { className: "motion__mark", textContent: `+${words}` });
  setTimeout(() => {
    if (!purse(seat) || !isSeen(boxOf(purse(seat)))) return;
    layer.append(sign);
    marks.set(sign, seat);
    stand(sign, seat);
    setTimeout(() => { sign.remove(); marks.delete(sign); }, MARK);
  }, calm.matches ? 0 : delay);
}

document.addEventListener("table:drawn", () => marks.forEach((seat, sign) => stand(sign, seat)));

function showSale({ seat, price, share }) {
  if (price) send(price, "price", purse(seat), middle(), { duration: PRICE });
  showPopcorn(PRICE, REST);
  if (!share) return;
  const seats = table.querySelectorAll(".rival").length + (me === undefined ? 0 : 1);
  for (let step = 1; step < seats; step += 1) {
    const other = String((Number(seat) + step) % seats); // clockwise from the winner
    const delay = PRICE + REST + APART * (step - 1);
    send(share, "share", middle(), purse(other), { duration: SHARE, delay });
    mark(share, other, delay + SHARE);
  }
}

function showPopcorn(delay, duration) {
  const now = document.querySelector(POPCORN);
  if (!now || !popcorn || calm.matches) return;
  const [from, to] = [centre(popcorn), centre(boxOf(now))];
  if (Math.hypot(from.x - to.x, from.y - to.y) < 8) return;
  animate(now, "popcorn", [{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "0 0" }], { delay, duration: duration * 2 });
}

// Tiles -----------------------------------------------------------------------------------------------------------

function showTile(snapshot, goal, order = 0) {
  if (!snapshot || !goal || calm.matches) return;
  const [from, to] = [centre(inWindow(snapshot.box)), centre(goal.matches(".space") ? shapeBox(goal) : boxOf(goal))];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const scale = SMALL / snapshot.box.width;
  const delay = order * 60;
  const frames = [
    { translate: "0 0", scale: 1, rotate: "0deg", opacity: 1, offset: 0 },
    { translate: "0 -4px", scale: 1, rotate: "0deg", offset: LIFT / (LIFT + WAY) },
    { translate: `${dx * 0.55}px ${dy * 0.55 - 24}px`, scale: (1 + scale) / 2.4, rotate: `${TILT}deg`, opacity: 1, offset: 0.62 },
    { translate: `${dx}px ${dy}px`, scale, rotate: "0deg", opacity: 0.2 },
  ];
  snapshot.copy.style.width = `${snapshot.box.width}px`;
  fly(snapshot.copy, "tile", from, frames, { duration: LIFT + WAY, delay });
  // It stands there already; it is shown when it arrives, and its ring flashes once.
  animate(goal, "arrives", [{ opacity: 0.25 }, { opacity: 0.25, offset: 0.99 }, { opacity: 1 }], { duration: LIFT + WAY, delay });
  animate(goal, "settles", [{ boxShadow: "0 0 0 3px var(--lit-ring), 0 0 22px 6px var(--glow)" }, {}], { duration: TOTAL, delay: LIFT + WAY + delay, fill: "none" });
}

const shapeBox = (goal) => boxOf(goal.querySelector(".kind") ?? goal);

function showPlaced(placed) {
  const seat = placed.at(-1)?.seat;
  const flights = placed.filter((fact) => fact.seat === seat && !laid.has(`space-${fact.screenplay}-${fact.space}`));
  flights.forEach((fact, order) => showTile(lifted.get(fact.tile), space(fact), order));
}

function showReel({ seat, screenplay }) {
  const poster = seat === me ? document.getElementById(`play-${screenplay}`) : rival(seat)?.querySelector(`[data-play="${screenplay}"]`);
  const stamp = [{ scale: 2.2, rotate: "-30deg", opacity: 0 }, { scale: 0.92, rotate: "0deg", opacity: 1, offset: 0.35 }, { scale: 1, offset: 0.5 }, {}];
  animate(poster?.querySelector(".reel"), "reel", stamp, { duration: REEL, delay: LIFT + WAY });
}

// A bid by anybody ------------------------------------------------------------------------------------------------

function showBid({ seat }) {
  const jump = [{ scale: 1.2, color: "var(--brass-bright)" }, { scale: 1 }];
  animate(document.getElementById("bid"), "bid", jump, { duration: BID });
  setTimeout(() => animate(document.querySelector("[data-carry-bid] b"), "bid", jump, { duration: BID })); // told there a moment later
  const flash = [{ backgroundColor: "var(--brass-tint-strong)" }, { backgroundColor: "transparent" }];
  animate(document.querySelector(`.bidder[data-seat="${seat}"]`), "bidder", flash, { duration: BID });
}

// What happened ---------------------------------------------------------------------------------------------------

function show(facts) {
  stop();
  const of = (kind) => facts.filter((fact) => fact.kind === kind);
  const isMany = new Set(facts.map(({ number }) => number)).size > AT_ONCE;
  const [sale] = of("lot_won").slice(-1);
  const [movie] = of("movie_completed").slice(-1);
  if (!isMany) {
    if (sale) showSale(sale);
    showPlaced(of("tile_placed"));
    if (movie) showReel(movie);
    const [bid] = of("bid_made").slice(-1);
    if (bid?.number === facts.at(-1).number) showBid(bid);
  }
  lifted = new Map();
  laid = new Set();
}

function keep(tile) {
  const copy = tile.cloneNode(true);
  for (const name of ["id", "href", "hx-get", "data-tile", "data-drag"]) copy.removeAttribute(name);
  copy.classList.remove("tile--looked");
  return { copy, box: onPage(boxOf(tile)) };
}

const newSpaces = () => new Set([...document.querySelectorAll("#studio .space--new")].map(({ id }) => id));
let picked = "";

document.addEventListener("table:drawing", ({ target }) => {
  if (target.matches("#studio, .rival__head")) popcorn = boxOf(document.querySelector(POPCORN)) ?? popcorn;
  if (target.id === "lot") {
    for (const tile of target.querySelectorAll("[data-tile]")) if (isSeen(boxOf(tile))) lifted.set(tile.dataset.tile, keep(tile));
    picked = target.dataset.picked ?? "";
  }
  if (target.id === "studio") laid = newSpaces();
  else if (target.closest("#studio")) for (const id of newSpaces()) laid.add(id); // a paper of it, drawn for itself
});

// A plan is laid out before anything happens: its tile goes to its space when it is laid there.
document.addEventListener("table:drawn", ({ target }) => {
  if (target.id !== "studio" || !picked) return;
  const [fresh] = [...newSpaces()].filter((id) => !laid.has(id));
  if (!fresh) return;
  stop();
  const [, screenplay, index] = /^space-(.+)-(\d+)$/.exec(fresh);
  if (!isDropped) showTile(lifted.get(picked), ownSpace(screenplay, index));
  picked = "";
  isDropped = false;
});

document.addEventListener("table:dropped", () => { isDropped = true; });
hear(show);

// Numbers ---------------------------------------------------------------------------------------------------------

// Money and points that changed count to what they are now. Whatever is drawn next finds them at their end.
const counting = new Map(); // texts on their way: what they say now, and what they will say
const counted = new WeakMap(); // what texts say at their end: being taken there is no news

function settle(within) {
  for (const [text, { end }] of counting) {
    if (!within.contains(text)) continue;
    counting.delete(text);
    text.data = end;
  }
}

function count(text, start, end) {
  const [before, after] = [start, end].map((words) => words.split(/(\d+)/)); // numbers are at odd places
  const isAlike = before.length === after.length && after.every((part, place) => place % 2 || part === before[place]);
  if (!isAlike || calm.matches || document.hidden) return;
  const begun = performance.now();
  const words = (share) => after.map((part, place) =>
    place % 2 ? Math.round(Number(before[place]) + (part - before[place]) * share) : part).join("");
  const step = () => {
    if (counting.get(text)?.end !== end) return; // settled, or on its way to something else
    const share = Math.min(1, (performance.now() - begun) / COUNT);
    const now = words(1 - (1 - share) ** 3);
    counting.set(text, { now, end });
    text.data = now;
    if (share < 1) requestAnimationFrame(step);
    else counting.delete(text);
  };
  counting.set(text, { now: start, end });
  step();
  setTimeout(() => counting.get(text)?.end === end && settle(text), COUNT + 100); // a page that nobody looks at draws no frames
}

document.addEventListener("table:drawing", ({ target }) => settle(target));
new MutationObserver((changes) => {
  const fresh = new Map(); // the first change says what stood there before
  for (const { target, oldValue } of changes) {
    const isOurs = [counting.get(target)?.now, counted.get(target)].includes(target.data);
    if (!isOurs && !fresh.has(target) && target.parentElement?.closest("[data-counts]")) fresh.set(target, oldValue);
  }
  const rise = [{ translate: "0 -7px", color: "var(--brass-bright)", opacity: 0.3 }, {}];
  for (const [text, before] of fresh) {
    counted.set(text, text.data);
    if (text.data === before) continue;
    animate(text.parentElement.closest("[data-counts]"), "number", rise, { duration: TOTAL });
    count(text, before, text.data);
  }
}).observe(table, { subtree: true, characterData: true, characterDataOldValue: true });
