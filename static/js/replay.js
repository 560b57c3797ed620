// A replay by slider, keys and by itself. Every way is a link of the page: here they are only followed faster.
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last",
  "Shift+ArrowLeft": "lot_back", "Shift+ArrowRight": "lot_on",
  "Shift+ArrowUp": "quarter_back", "Shift+ArrowDown": "quarter_on",
};
const find = (id) => document.getElementById(id);
const way = (name) => document.querySelector(`#controls a[data-step="${name}"]`);
let playing;

function dress() {
  find("speed-field").hidden = false;
  document.querySelector("[data-without-script]").hidden = true;
  showPlaying();
}

function showPlaying() {
  const button = find("play");
  button.dataset.play ??= button.getAttribute("aria-label");
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  showPlaying();
}

function play() {
  playing = setTimeout(async () => {
    const next = way("on");
    if (!next) return pause();
    await show(next.href);
    if (playing) play();
  }, Number(find("speed").value));
  showPlaying();
}

// What one sees can be kept and handed on: the address follows. Whoever asks for another moment meanwhile gets that one.
async function show(url) {
  try {
    await window.htmx.ajax("GET", url, { source: "#replay", swap: "none" });
  } catch {
    pause();
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) playing ? pause() : play();
  else if (event.target.closest("#replay a[hx-get]") && playing) pause();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const slider = event.target.matches?.("#slider");
  if (!slider && event.target.matches?.("input, select, textarea")) return;
  const name = KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (!name || (slider && !event.shiftKey)) return;
  event.preventDefault();
  pause();
  way(name)?.click();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "slider" && playing) pause();
});

// A step is a place to come back to; where the slider was dragged along, or what played by itself, is not.
// Told before anything is swapped: the link that was followed may be gone afterwards.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.status !== 200) return;
  if (detail.elt.matches("#replay a")) history.pushState(null, "", detail.xhr.responseURL);
  else if (detail.elt.matches("#replay, #controls form")) history.replaceState(null, "", detail.xhr.responseURL);
});

window.addEventListener("popstate", () => show(location.href));
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id === "controls") dress();
});
dress();
