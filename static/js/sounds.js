// Sounds to what happens: small tones made here, off until somebody turns them up.
import { hear } from "./happenings.js";
import { recall, remember } from "./settings.js";

// Each a few notes: frequency, start and length in seconds. The first kind that happened is heard, and only that.
const SOUNDS = {
  match_ended: [[523.25, 0, 0.5], [659.25, 0.14, 0.5], [783.99, 0.28, 0.5], [1046.5, 0.42, 0.9]],
  award_made: [[783.99, 0, 0.25], [987.77, 0.12, 0.25], [1174.66, 0.24, 0.5]],
  movie_completed: [[392, 0, 0.3], [523.25, 0.1, 0.3], [659.25, 0.2, 0.5]],
  lot_won: [[880, 0, 0.12], [1318.5, 0.09, 0.35]],
  bid_made: [[587.33, 0, 0.09]],
  turn: [[659.25, 0, 0.5], [880, 0.16, 0.5]],
};
const LOUDEST = 0.24;
const version = document.getElementById("table-version");
const menus = document.querySelectorAll("[data-sound]");
const ranges = document.querySelectorAll("[data-volume]");
const cards = document.querySelectorAll("[data-moments-shown]");
let turn = version.dataset.turn;
let audio = null;

// Before there was a volume there was a switch.
const before = recall("table-sound") === "on" ? "60" : "0";
const volume = () => Number(recall("table-volume") ?? before);

function play(notes) {
  const loudness = LOUDEST * (volume() / 100) ** 2;
  if (!loudness) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") return audio.resume(); // before anybody has touched the page nothing may sound
  for (const [frequency, start, length] of notes) {
    const from = audio.currentTime + start;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0005, from + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}

function showVolume() {
  for (const range of ranges) range.value = volume();
  for (const menu of menus) {
    menu.hidden = false;
    menu.dataset.sound = volume() ? "on" : "off";
  }
  for (const box of cards) box.checked = recall("table-moments") !== "off";
}

for (const range of ranges) {
  range.addEventListener("input", () => {
    remember("table-volume", range.value);
    showVolume();
  });
  range.addEventListener("change", () => play(SOUNDS.turn));
}
for (const box of cards) {
  box.addEventListener("change", () => {
    remember("table-moments", box.checked ? "on" : "off");
    showVolume();
  });
}

hear((facts) => {
  const kinds = new Set(facts.map(({ kind }) => kind));
  const heard = Object.keys(SOUNDS).find((kind) => kinds.has(kind));
  if (heard) play(SOUNDS[heard]);
});

new MutationObserver(() => {
  const { turn: now } = version.dataset;
  if (now === "mine" && turn !== "mine") play(SOUNDS.turn);
  turn = now;
}).observe(version, { attributes: true });

showVolume();
