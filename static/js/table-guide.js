// The guide speaks of a part of the table: its words are read out and describe that part, "?" leads to it and back.
const guide = document.getElementById("guide");
const live = document.getElementById("guide-live");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let lesson = guide.dataset.lesson ?? "";
let pressed = false; // whether the latest change was asked for by its reader

const part = () => document.getElementById(guide.dataset.part ?? "");
const boxOf = (element) => (element.getClientRects().length ? element : element.firstElementChild); // some have none

// A part that was drawn anew has lost its description.
function describe() {
  for (const element of document.querySelectorAll("[aria-describedby='guide-text']")) {
    if (element !== part()) element.removeAttribute("aria-describedby");
  }
  part()?.setAttribute("aria-describedby", "guide-text");
}

function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight * 0.8 && bottom > 60;
}

// Only whoever asked for the next words is led to where they point; nobody is moved by what others do.
function lead() {
  const element = part() && boxOf(part());
  if (element && !isSeen(element)) element.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
}

function tell() {
  describe();
  if ((guide.dataset.lesson ?? "") === lesson) return;
  lesson = guide.dataset.lesson ?? "";
  live.textContent = lesson ? `${guide.querySelector("h2").innerText}. ${document.getElementById("guide-text").innerText}` : "";
  if (pressed) lead();
  pressed = false;
}

describe();
document.getElementById("table").dataset.keys = ""; // now the key works, the card may mention it
document.addEventListener("htmx:wsAfterMessage", tell);
document.addEventListener("htmx:afterRequest", tell);
document.addEventListener("click", (event) => {
  if (event.target.closest?.("#guide-read")) pressed = true;
  if (!event.target.closest?.("#guide [data-show]")) return;
  event.preventDefault();
  lead();
});

const isTyping = ({ target }) => target.matches?.("input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select");

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !guide.dataset.lesson || isTyping(event)) return;
  event.preventDefault();
  const goal = guide.contains(document.activeElement) ? "#actions .button--primary, #actions" : "#guide-read";
  document.querySelector(goal).focus();
});
