// A message can be put away. The button waits hidden for script, since nothing else could answer it.
function offerClosing(root) {
  for (const button of root.querySelectorAll("[data-dismiss][hidden]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest("[data-message]")?.remove();
});

offerClosing(document);
document.addEventListener("htmx:load", (event) => offerClosing(event.target));
