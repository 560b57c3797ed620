// Orders in advance. Everything here also goes without script: on a page of its own, with a button that saves.

// Steps up and down, in the sheet and in the bar. A limit that is touched is the answer.
function stepAmounts() {
  document.body.dataset.steps = "";
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-step]");
    if (!button) return;
    const field = button.closest("[data-stepper]").querySelector("input");
    if (Number(button.dataset.step) > 0) field.stepUp();
    else field.stepDown();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("[data-stepper] input")) return;
    const switched = target.closest(".answers__limit, .orders__cap")?.querySelector("[type=radio], [type=checkbox]");
    if (switched) switched.checked = true;
  });
}

// The sheet comes when its tab is opened, and again when the table has moved meanwhile.
function showSheet() {
  const tab = document.getElementById("tab-orders");
  const log = document.getElementById("tab-log");
  const { ordersUrl } = document.getElementById("orders").dataset;
  const sheet = () => document.getElementById("orders");
  const isOpen = () => tab.getAttribute("aria-selected") === "true";
  let fetching = 0;

  function fetchSheet() {
    clearTimeout(fetching);
    if (!isOpen() || sheet().querySelector("[data-dirty], [role=alert]")) return; // not over what is said or being told
    window.htmx.ajax("GET", ordersUrl, { source: "#panel-orders", target: "#orders", swap: "morph" }).catch(() => {});
  }

  function close() {
    log.click();
    tab.focus();
  }

  new MutationObserver(() => {
    document.body.toggleAttribute("data-orders-open", isOpen());
    fetchSheet();
  }).observe(tab, { attributes: true, attributeFilter: ["aria-selected"] });
  document.addEventListener("table:drawn", ({ target }) => {
    if (target.closest("#orders")) return;
    clearTimeout(fetching);
    fetching = setTimeout(fetchSheet, 250);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-close-orders]")) close();
    if (!event.target.closest?.("[data-open-orders]")) return;
    event.preventDefault();
    tab.click();
    tab.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && sheet().contains(document.activeElement)) close();
  });
}

// What is being changed is not drawn over, and what was saved says so.
function saveSheet() {
  const { callbacks } = window.Idiomorph.defaults;
  const before = callbacks.beforeNodeMorphed;
  const isSheet = (element) => element?.id === "orders";
  // An answer is changed together with those it excludes: they have its name.
  const isChanging = (element) => Boolean(element.name && element.form?.querySelector(`[name="${CSS.escape(element.name)}"][data-dirty]`));
  callbacks.beforeNodeMorphed = (element, ...others) =>
    !element.matches?.("[data-saved]") && !isChanging(element) && before(element, ...others);

  // What was asked for before a change knows nothing of it: the answer to the change brings all that is new.
  let edits = 0;
  const askedAt = new WeakMap(); // how many edits had been sent when a sheet was asked for
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (!isSheet(target) || !askedAt.has(xhr)) return;
    if (askedAt.get(xhr) !== edits || target.querySelector("[data-dirty]")) event.detail.shouldSwap = false;
  });

  document.addEventListener("input", ({ target }) => {
    if (target.closest("#orders")) target.dataset.dirty = "";
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.closest("#orders")) return;
    target.dataset.dirty = "";
    // Whoever says "up to" is asked how far.
    if (target.matches("[value=limit], [value=wish]")) target.closest(".order")?.querySelector("details").setAttribute("open", "");
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (isSheet(detail.target) && detail.requestConfig.verb === "get") askedAt.set(detail.xhr, edits);
    if (!isSheet(detail.elt)) return;
    edits += 1;
    for (const field of detail.elt.querySelectorAll("[data-dirty]")) delete field.dataset.dirty;
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const { verb } = detail.requestConfig ?? {};
    const sheet = document.getElementById("orders");
    const said = sheet?.querySelector("[data-saved]");
    if (verb !== "post" || !isSheet(detail.target) || !said) return;
    said.textContent = sheet.querySelector(".orders__refusal") ? "" : said.dataset.saved;
  });
}

stepAmounts();
if (document.getElementById("tab-orders")) {
  showSheet();
  saveSheet();
}
