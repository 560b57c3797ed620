// What was asked for and did not come is told, wherever no part of the page tells it better.
const place = document.getElementById("failures");
const QUIET = ["mouseenter", "focus"]; // nobody asked

function kindOf(event) {
  if (event.type !== "htmx:responseError") return "lost";
  const { status } = event.detail.xhr;
  if (status >= 500) return "broken";
  return status === 429 ? "many" : "refused";
}

function isQuiet({ detail: { requestConfig: { elt, triggeringEvent } } }) {
  return QUIET.includes(triggeringEvent?.type) || elt.matches("[data-quiet]");
}

function tell(event) {
  if (isQuiet(event)) return;
  const message = document.getElementById("failure").content.firstElementChild.cloneNode(true);
  message.querySelector(".message__text").textContent = place.dataset[kindOf(event)];
  place.replaceChildren(message);
  message.querySelector("[data-dismiss]").hidden = false;
}

if (place) {
  for (const accident of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(accident, tell);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && !isQuiet(event)) place.replaceChildren();
  });
}
