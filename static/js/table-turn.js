// "Your turn" in the title and the icon of the tab, and, if it was switched on, as two soft notes.
const standing = document.getElementById("standing");
const icon = document.querySelector("link[data-your-turn]");
const button = document.getElementById("sound");
const name = document.title;
const usual = icon?.getAttribute("href");
const NOTES = [659.25, 880];
let turn = standing.dataset.turn;
let audio = null;

function recall() {
  try {
    return localStorage.getItem("table-sound") === "on";
  } catch {
    return false;
  }
}

function remember(on) {
  try {
    localStorage.setItem("table-sound", on ? "on" : "off");
  } catch {
    // Where nothing may be stored, the switch holds for this page.
  }
}

function chime() {
  audio ??= new AudioContext();
  NOTES.forEach((frequency, position) => {
    const start = audio.currentTime + position * 0.16;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.52);
  });
}

function tell() {
  const { turn: now, title } = standing.dataset;
  document.title = `${title} · ${name}`;
  icon?.setAttribute("href", now === "mine" ? icon.dataset.yourTurn : usual);
  if (now === "mine" && turn !== "mine" && button.getAttribute("aria-pressed") === "true") chime();
  turn = now;
}

button.hidden = false;
button.setAttribute("aria-pressed", String(recall()));
button.addEventListener("click", () => {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  remember(on);
  if (on) chime();
});

tell();
new MutationObserver(tell).observe(standing, { attributes: true });
