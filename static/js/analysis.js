// An analysis by keys and by clicks into its chart. Every way is a link of the page, only followed faster here.
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches?.("input, select, textarea, .table-scroll, .table-scroll *")) return;
  const way = KEYS[event.key] && document.querySelector(`#steps a[data-step="${KEYS[event.key]}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});

document.addEventListener("click", (event) => {
  const chart = event.target.closest("#course svg");
  if (!chart) return;
  const box = chart.getBoundingClientRect();
  const { left, right, width } = chart.dataset;
  const x = ((event.clientX - box.left) / box.width) * width;
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  const { last, url } = document.getElementById("course").dataset;
  const there = new URL(url, location.href);
  there.searchParams.set("at", Math.round(share * last));
  window.htmx.ajax("GET", there.href, { source: "#analysis", target: "#findings", swap: "outerHTML show:none" });
  history.replaceState(history.state, "", there.href);
});
