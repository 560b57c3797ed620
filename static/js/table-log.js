// The log grows at its top: nothing twice, what came while one looked away is marked, the newest is read out.
const log = document.getElementById("log");
const live = document.getElementById("live");
const count = document.querySelector("#tab-log [data-count]");
let unseen = 0;

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target !== log) return;
  for (const entry of [...event.detail.fragment.children]) {
    if (document.getElementById(entry.id)) entry.remove();
  }
});

function forget() {
  for (const entry of log.querySelectorAll(".log__new")) entry.classList.remove("log__new");
}

function showCount() {
  count.textContent = unseen;
  count.hidden = !unseen;
}

new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.matches?.(".log__entry"));
  const fresh = added.filter((entry) => entry.parentElement === log && !entry.nextElementSibling?.matches(".log__older"));
  if (!fresh.length) return;
  if (!document.hidden && !unseen) forget();
  for (const entry of fresh) entry.classList.add("log__new");
  if (document.hidden) unseen += fresh.length;
  showCount();
  const [newest] = log.children;
  live.textContent = newest.querySelector("div").innerText;
}).observe(log, { childList: true });

// What was new stays marked while it is being read.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) forget();
  else setTimeout(() => { unseen = 0; showCount(); }, 4000);
});
