// A question that just changed takes no answer for a moment: a click or a key that was meant for the last one answers
// nothing. Whoever was at the answers is led to the question, never to another answer.
const SETTLES_WITHIN = 500;
const form = document.getElementById("move-form");
const table = document.getElementById("table");
const bar = document.getElementById("actions");
const number = () => bar.querySelector("[name=number]").value;
const isOffline = () => table.dataset.connection === "offline";
let asked = question();
let settling = 0; // the timer of a question that is new
let sent = ""; // the number of an answer that is under way
let wasInside = false;

function question() {
  const answers = [...bar.querySelectorAll("button, a, summary")].map((answer) =>
    [answer.name, answer.value, answer.getAttribute("formaction") ?? answer.getAttribute("href")].join(" "));
  // While others act, numbers go on and the question stays: what one may do then is all that counts.
  return [bar.matches(".action-bar--wait") ? "" : number(), ...answers].join("\n");
}

function goToQuestion() {
  bar.querySelector(".action-bar__question").focus({ preventScroll: true });
}

// Whatever was drawn anew comes without these marks.
function mark() {
  if (isOffline() && bar.contains(document.activeElement)) goToQuestion();
  bar.toggleAttribute("data-settling", Boolean(settling));
  bar.toggleAttribute("data-sending", sent === number());
  for (const part of bar.querySelectorAll(".action-bar__answers, .advice__ask")) part.inert = Boolean(settling);
  for (const button of bar.querySelectorAll("button")) button.disabled = isOffline();
  for (const link of bar.querySelectorAll("a[hx-get]")) link.inert = isOffline();
}

function settle() {
  if (wasInside) goToQuestion();
  clearTimeout(settling);
  settling = setTimeout(() => { settling = 0; mark(); }, SETTLES_WITHIN);
}

document.addEventListener("table:drawing", ({ target }) => {
  if (target === bar) wasInside = bar.contains(document.activeElement);
});
document.addEventListener("table:drawn", ({ target }) => {
  if (target !== bar) return;
  const now = question();
  if (now !== asked) settle();
  asked = now;
  mark();
});
document.addEventListener("table:connection", mark);

// What reaches the form by another way than a pointer or a key waits as well.
form.addEventListener("htmx:beforeRequest", (event) => {
  if (settling) event.preventDefault();
});
form.addEventListener("htmx:beforeSend", (event) => {
  sent = event.detail.requestConfig.formData.get("number");
  mark();
});
form.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.formData.get("number") === sent) sent = "";
  mark();
});
mark();
