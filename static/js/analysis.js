// An analysis by keys, by clicks into its chart and by itself. Every way is a link of the page, only followed faster here.
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const MOVE = 1000; // milliseconds for a move that plays by itself …
const MISTAKE = 5000; // … and for one that there is something to read about
const way = (name) => document.querySelector(`#steps a[data-step="${name}"]`);
let isPlaying = false;
let timer;

function dress() {
  const button = document.getElementById("play");
  if (!button) return pause();
  button.dataset.play ??= button.getAttribute("aria-label");
  button.setAttribute("aria-pressed", String(isPlaying));
  button.setAttribute("aria-label", isPlaying ? button.dataset.pause : button.dataset.play);
}

// Whoever plays from the end sees it all again.
function play() {
  isPlaying = true;
  dress();
  if (way("on")) playNext();
  else way("first")?.click();
}

function playNext() {
  timer = setTimeout(() => {
    timer = undefined;
    way("on") ? way("on").click() : pause();
  }, document.querySelector("#decision-panel .decision__head") ? MISTAKE : MOVE);
}

function pause() {
  if (!isPlaying) return;
  clearTimeout(timer);
  timer = undefined;
  isPlaying = false;
  dress();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches?.("input, select, textarea, .table-scroll, .table-scroll *")) return;
  if (!KEYS[event.key]) return;
  pause();
  if (!way(KEYS[event.key])) return;
  event.preventDefault();
  way(KEYS[event.key]).click();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return isPlaying ? pause() : play();
  if (event.isTrusted) pause(); // what plays by itself clicks, too
  const chart = event.target.closest("#course svg");
  if (chart) goTo(event.target.closest("[data-at]")?.dataset.at ?? moveAt(chart, event.clientX));
});

function moveAt(chart, clientX) {
  const box = chart.getBoundingClientRect();
  const { left, right, width } = chart.dataset;
  const x = ((clientX - box.left) / box.width) * width;
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return Math.round(share * document.getElementById("course").dataset.last);
}

function goTo(at) {
  const there = new URL(document.getElementById("course").dataset.url, location.href);
  there.searchParams.set("at", at);
  window.htmx.ajax("GET", there.href, { source: "#analysis", target: "#findings", swap: "outerHTML show:none" });
  history.replaceState(history.state, "", there.href);
}

document.addEventListener("htmx:afterSettle", () => {
  dress();
  if (isPlaying && !timer) playNext();
});
document.addEventListener("htmx:responseError", pause);
document.addEventListener("htmx:sendError", pause);
dress();
