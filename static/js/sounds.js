// Sounds to what happens: the first kind of it is heard, and only that. Off until somebody turns them up: only then are
// the tones fetched.
import { hear } from "./happenings.js";
import { recall, remember } from "./settings.js";

const version = document.getElementById("table-version");
const menus = document.querySelectorAll("[data-sound]");
const ranges = document.querySelectorAll("[data-volume]");
const cards = document.querySelectorAll("[data-moments-shown]");
let turn = version.dataset.turn;
let audio = null;

// Before there was a volume there was a switch.
const before = recall("table-sound") === "on" ? "60" : "0";
const volume = () => Number(recall("table-volume") ?? before);

async function play(...kinds) {
  if (!volume()) return;
  const { SOUNDS, loudnessAt, ring } = await import("./tones.js");
  const heard = Object.keys(SOUNDS).find((kind) => kinds.includes(kind));
  if (!heard) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") return audio.resume(); // before anybody has touched the page nothing may sound
  ring(audio, SOUNDS[heard], loudnessAt(volume() / 100));
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
  range.addEventListener("change", () => play("turn"));
}
for (const box of cards) {
  box.addEventListener("change", () => {
    remember("table-moments", box.checked ? "on" : "off");
    showVolume();
  });
}

hear((facts) => play(...facts.map(({ kind }) => kind)));

new MutationObserver(() => {
  const { turn: now } = version.dataset;
  if (now === "mine" && turn !== "mine") play("turn");
  turn = now;
}).observe(version, { attributes: true });

showVolume();
