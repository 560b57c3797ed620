// Talk: a line that comes twice is shown once, the newest stays in sight, and the form empties itself once it was heard.
const NEAR = 48;
const lines = () => document.querySelector("[data-talk-lines]");
const frame = () => document.querySelector("[data-talk-scroll]");

function toTheEnd() {
  const box = frame();
  if (box) box.scrollTop = box.scrollHeight;
}

function isAtTheEnd() {
  const box = frame();
  return !box || box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}

// The answer to a post and the socket both bring a line; so does a socket that was away and asks again.
function dropKnown(fragment) {
  for (const line of [...fragment.querySelectorAll("[data-line]")]) {
    if (document.getElementById(line.id)) line.remove();
  }
}

let follows = true;

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.matches("[data-talk-lines]")) return;
  follows = isAtTheEnd();
  if (!("anew" in (fragment.dataset ?? {}))) dropKnown(fragment);
  const heard = fragment.querySelectorAll("[data-line]").length;
  if (heard && fragment.dataset?.anew !== "quiet") target.dispatchEvent(new CustomEvent("talk:heard", { bubbles: true, detail: { count: heard } }));
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.matches("[data-talk-lines]") && follows) toTheEnd();
});

// The server asks for this once a line is kept; a refused one stays in the form to be changed or sent again.
document.addEventListener("talk-said", (event) => {
  const form = event.target.closest("[data-talk-form]");
  if (!form) return;
  form.reset();
  toTheEnd();
});

// What could not be sent stays in its form, and the form says so.
for (const form of document.querySelectorAll("[data-talk-form], [data-notes-form]")) {
  for (const accident of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    form.addEventListener(accident, (event) => {
      event.stopPropagation();
      document.getElementById(form.dataset.note).textContent = form.dataset.failed;
    });
  }
}

// "Saved" is no longer true while somebody goes on writing.
document.addEventListener("input", (event) => {
  if (event.target.closest("[data-notes-form]")) document.getElementById("notes-note").textContent = "";
});

// A panel that was hidden when the page came has no height to scroll by until it is shown.
if (lines()) new ResizeObserver(() => follows && toTheEnd()).observe(frame());
frame()?.addEventListener("scroll", () => { if (frame().clientHeight) follows = isAtTheEnd(); });
