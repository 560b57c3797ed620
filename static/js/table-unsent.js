// An answer that did not come through says so, says what is safe, and can be sent again. It keeps its number and its
// key, so that it is never a second move.
const form = document.getElementById("move-form");
const table = document.getElementById("table");
const box = document.getElementById("unsent");
const words = box.querySelector("p");
const again = box.querySelector("[data-again]");
const reload = box.querySelector("[data-reload]");
let answer = null; // what was to be sent

const standingNumber = () => Number(document.getElementById("standing").dataset.number);
const hasMoved = () => answer && standingNumber() >= Number(answer.values.number);

function keep({ path, formData }) {
  const values = {};
  for (const name of new Set(formData.keys())) {
    const all = formData.getAll(name);
    values[name] = all.length > 1 ? all : all[0];
  }
  answer = { path, values };
}

function tell(what) {
  const kind = hasMoved() ? "moved" : what;
  words.textContent = box.dataset[kind];
  again.hidden = kind === "moved" || kind === "refused";
  reload.hidden = kind !== "refused";
  box.hidden = false;
}

function close() {
  answer = null;
  box.hidden = true;
  words.textContent = "";
}

function kindOf(status) {
  if (status >= 500) return "broken";
  return status === 429 ? "many" : "refused";
}

for (const sender of [form, box]) {
  sender.addEventListener("htmx:beforeRequest", (event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    event.preventDefault();
    keep(event.detail.requestConfig);
    tell("unsent");
  });
  sender.addEventListener("htmx:beforeSend", () => { again.disabled = true; });
  sender.addEventListener("htmx:afterRequest", (event) => {
    again.disabled = false;
    if (event.detail.successful) close();
  });
  for (const accident of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    sender.addEventListener(accident, (event) => {
      event.stopPropagation(); // told here, where the answers are
      keep(event.detail.requestConfig);
      tell(accident === "htmx:responseError" ? kindOf(event.detail.xhr.status) : "lost");
    });
  }
}

again.addEventListener("click", () => {
  const { path, values } = answer;
  window.htmx.ajax("POST", path, { source: box, target: table, swap: "none", values }).catch(() => {}); // told above
});
box.querySelector("[data-close]").addEventListener("click", close);
document.addEventListener("table:drawn", ({ target }) => {
  if (target.id === "standing" && !box.hidden && hasMoved()) tell("moved");
});
