// <button data-copy="#id-of-the-field" data-copied="Copied"> puts the field's text on the clipboard and says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  const words = button.querySelector("[data-copy-words]") ?? button;
  field.select?.();
  try {
    await navigator.clipboard.writeText(field.value ?? field.textContent);
  } catch {
    return; // The text stays selected, ready to be copied by hand.
  }
  const before = words.textContent;
  words.textContent = button.dataset.copied;
  setTimeout(() => { words.textContent = before; }, 2000);
});

for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
