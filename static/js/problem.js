// An answer is sent without leaving the page, so that one that did not arrive stays chosen and can be sent again.
// Without this script the form is sent as forms are.
const form = document.querySelector("[data-problem]");

async function send(event) {
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => undefined);
  if (answer?.ok && answer.redirected) {
    location.assign(answer.url);
    if (new URL(answer.url).pathname === location.pathname) location.reload(); // only the fragment would change
    return;
  }
  button.disabled = false;
  button.textContent = button.dataset.again;
  form.querySelector("[data-unsaved]").hidden = false;
}

form?.addEventListener("submit", send);
