// Light, dark or as the device: changed at once here, remembered by the form's own post.
const YEAR = 60 * 60 * 24 * 365;

function show(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function remember(theme) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

function markChosen(theme) {
  for (const button of document.querySelectorAll("[data-theme-form] button[name=theme]")) {
    if (button.value === theme) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  show(theme);
  remember(theme);
  markChosen(theme);
  if (form.getAttribute("action")) {
    // Whoever goes on to another page at once is remembered all the same.
    const body = new FormData(form, event.submitter);
    fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
  }
});
