// <form data-once> is sent once, however often one clicks; coming back to the page it can be sent again.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-once]");
  if (!form) return;
  if (form.dataset.once === "sent") event.preventDefault();
  form.dataset.once = "sent";
});

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-once]")) form.dataset.once = "";
});
