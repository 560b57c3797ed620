// The guide speaks of a part of the table: its words are read out and describe that part, "?" leads to it and back.
const guide = document.getElementById("guide");
const live = document.getElementById("guide-live");
let lesson = guide.dataset.lesson ?? "";

const part = () => document.getElementById(guide.dataset.part ?? "");

// A part that was drawn anew has lost its description.
function describe() {
  for (const element of document.querySelectorAll("[aria-describedby='guide-text']")) {
    if (element !== part()) element.removeAttribute("aria-describedby");
  }
  part()?.setAttribute("aria-describedby", "guide-text");
}

function tell() {
  describe();
  if ((guide.dataset.lesson ?? "") === lesson) return;
  lesson = guide.dataset.lesson ?? "";
  live.textContent = lesson ? `${guide.querySelector("h2").innerText}. ${document.getElementById("guide-text").innerText}` : "";
}

describe();
document.getElementById("table").dataset.keys = ""; // now the key works, the card may mention it
document.addEventListener("htmx:wsAfterMessage", tell);
document.addEventListener("htmx:afterRequest", tell);

// Its buttons go a way of their own, so that no move ever waits for what is read.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#guide button[formaction]");
  if (!button) return;
  event.preventDefault();
  const { number, version } = document.getElementById("standing").dataset;
  const values = { [button.name]: button.value, number, version };
  window.htmx.ajax("POST", button.getAttribute("formaction"), { source: guide, target: "#table", swap: "none", values });
});

// "Show me" is a plain link; but in a narrow stage a part may have no box of its own to go to.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("#guide [data-show]") && !part().getClientRects().length) part().firstElementChild.scrollIntoView();
});

const isTyping = ({ target }) => target.matches?.("input:not([type=hidden], [type=radio], [type=checkbox]), textarea, select");

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !guide.dataset.lesson || isTyping(event)) return;
  event.preventDefault();
  const goal = guide.contains(document.activeElement) ? "#actions .action-bar__question" : "#guide-read";
  document.querySelector(goal).focus();
});
