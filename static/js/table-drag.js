// Dragging a tile is a longer way to tap it and then a lit space: both follow the same links.
const NEAR_EDGE = 90;
const START_AFTER = 7;
let drag = null;

const spaceAt = (x, y) => document.elementFromPoint(x, y)?.closest(".space--lit");

function lift(link, event) {
  const box = link.getBoundingClientRect();
  const ghost = link.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("tile--dragged");
  document.body.append(ghost);
  link.classList.add("tile--gone");
  if (link.getAttribute("aria-current") !== "true") window.htmx.trigger(link, "click");
  return { ...drag, ghost, dx: event.clientX - box.left, dy: event.clientY - box.top };
}

function follow(event) {
  const { ghost, dx, dy } = drag;
  ghost.style.translate = `${event.clientX - dx}px ${event.clientY - dy}px`;
  const over = spaceAt(event.clientX, event.clientY);
  if (over !== drag.over) {
    drag.over?.classList.remove("space--over");
    over?.classList.add("space--over");
    drag.over = over;
  }
  if (event.clientY > window.innerHeight - NEAR_EDGE) window.scrollBy(0, 10);
  else if (event.clientY < NEAR_EDGE) window.scrollBy(0, -10);
}

function drop(event) {
  const { ghost, tile } = drag;
  ghost.remove();
  document.getElementById(`tile-${tile}`)?.classList.remove("tile--gone");
  drag.over?.classList.remove("space--over");
  spaceAt(event.clientX, event.clientY)?.querySelector("[data-space]")?.click();
}

document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest?.("a[data-drag]");
  if (!link || event.button !== 0 || !event.isPrimary) return;
  drag = { link, tile: link.dataset.tile, x: event.clientX, y: event.clientY, ghost: null, over: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START_AFTER) return;
  if (!drag.ghost) drag = lift(drag.link, event);
  follow(event);
});

document.addEventListener("pointerup", (event) => {
  if (drag?.ghost) {
    drop(event);
    // The click that ends a drag is no tap.
    const swallow = (click) => { click.preventDefault(); click.stopImmediatePropagation(); };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
  }
  drag = null;
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag?.link.classList.remove("tile--gone");
  drag = null;
});

document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("a.tile")) event.preventDefault();
});
