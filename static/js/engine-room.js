// How fresh the operator's page is: by when it last came, and in red when it should have come again long ago.
const LATE = 30; // seconds; it is asked for every 15
const language = document.documentElement.lang || undefined;
const relative = new Intl.RelativeTimeFormat(language, { style: "short" });
let came = Date.now(); // by this browser's clock alone: the site's may differ

function ago(seconds) {
  return seconds < 60 ? relative.format(-seconds, "second") : relative.format(-Math.floor(seconds / 60), "minute");
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

function tell() {
  const seconds = Math.max(0, Math.floor((Date.now() - came) / 1000));
  const isLate = seconds > LATE;
  const age = document.querySelector(".engine-age");
  const [lamp, words] = age.children;
  age.hidden = false;
  age.classList.toggle("engine-wrong", isLate);
  lamp.classList.toggle("lamp--wrong", isLate);
  write(words, (isLate ? age.dataset.stale : age.dataset.fresh).replace("{}", ago(seconds)));
  const aloud = document.getElementById("engine-stale"); // said once, not every second
  write(aloud, isLate ? aloud.dataset.stale : "");
}

document.addEventListener("htmx:load", ({ target }) => {
  if (target.id !== "engine-room") return;
  came = Date.now();
  tell();
});
// Whoever was logged out meanwhile is sent to another page: the old figures stay, and say how old they are.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id === "engine-room" && !detail.serverResponse.includes('id="engine-room"')) detail.shouldSwap = false;
});
setInterval(tell, 1_000);
tell();
