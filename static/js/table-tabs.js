// Tabs as the keyboard knows them. Without script all panels stand below one another.
for (const list of document.querySelectorAll("[data-tabs]")) {
  const tabs = [...list.querySelectorAll("[role=tab]")];

  const choose = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    const count = chosen.querySelector("[data-count]");
    if (count) count.hidden = true;
  };

  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
  choose(tabs[0]);
}

// Lines of talk that came while another panel was shown.
document.addEventListener("talk:heard", (event) => {
  const tab = document.getElementById("tab-talk");
  const count = tab?.querySelector("[data-count]");
  if (!count || tab.getAttribute("aria-selected") === "true") return;
  count.textContent = (count.hidden ? 0 : Number(count.textContent)) + event.detail.count;
  count.hidden = false;
});
