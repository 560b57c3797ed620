// Keys at a table. Each presses what stands on the page and does nothing where that is not to be pressed; all of it
// goes by Tab and Enter as well. Never with focus in a field, never with a modifier, and switched off by whoever wants.

const PRESSES = {
  b: "#actions button.button--primary[name=bid]",
  p: "#actions button[name=pass], #actions button[name=pass_ahead]",
  h: "#ask-hint",
  f: "#fast",
  s: "#skip",
  l: "#tab-log",
  c: "#tab-talk",
  o: "#tab-orders",
};
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
// Where other keys have a meaning of their own: fields, and for arrows whatever they move or scroll.
const FIELDS = "input, textarea, select, [contenteditable]";
const OWN_ARROWS = "[role=tablist], [role=tabpanel], details[data-menu][open], .shelf--compact, .rivals";
const WAIT_FOR_DIGITS = 900;

const table = document.getElementById("table");
const dialog = document.getElementById("keys");
const typed = document.getElementById("typed-bid");
const find = (selector) => [...document.querySelectorAll(selector)];

const canBePressed = (element) => Boolean(element) && !element.disabled && !element.closest("[inert]");

function press(element) {
  if (canBePressed(element)) element.click();
}

// What is remembered of the person: whether they use keys, and whether these are switched on.
const memory = {
  read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Where nothing may be stored, it holds for this page.
    }
  },
};

let isOn = memory.read("table-keys") !== "off";

function showCaps(wanted) {
  table.toggleAttribute("data-keyboard", wanted && isOn);
}

// What keys do is told beside the answers, and stays until it is read.
const told = {
  timer: 0,
  show(words) {
    clearTimeout(this.timer);
    typed.textContent = words;
    typed.hidden = false;
  },
  showBriefly(words) {
    this.show(words);
    this.timer = setTimeout(() => this.hide(), 2 * WAIT_FOR_DIGITS);
  },
  hide() {
    clearTimeout(this.timer);
    typed.hidden = true;
    typed.textContent = "";
  },
};

// Digits name a bid. One that could go on waits for the next, or for Enter.
const bid = {
  digits: "",
  timer: 0,
  buttons: () => find("#actions button[name=bid]"),
  add(digit) {
    this.digits += digit;
    const goesOn = this.buttons().some(({ value }) => value.length > this.digits.length && value.startsWith(this.digits));
    told.show(typed.dataset.words.replace("{}", this.digits));
    clearTimeout(this.timer);
    if (goesOn) this.timer = setTimeout(() => this.send(), WAIT_FOR_DIGITS);
    else this.send();
  },
  send() {
    const button = this.buttons().find(({ value }) => value === this.digits);
    const refusal = typed.dataset.refusal.replace("{}", this.digits);
    this.forget();
    if (button) press(button);
    else told.showBriefly(refusal);
  },
  forget() {
    clearTimeout(this.timer);
    this.digits = "";
    told.hide();
  },
};

// Arrows walk over what is to be decided next: tiles, then the spaces that take the one in hand, then what puts it aside
// or confirms.
function stops() {
  const spaces = find("#studio a[data-space]");
  const tiles = find("#lot :is(a, button)[data-tile]:not([aria-current=true])");
  const ends = find("#actions :is(a.button[hx-get], button[name=confirm], button[name=discard_all])");
  const all = [...(spaces.length ? spaces : tiles), ...ends];
  return all.filter((element) => canBePressed(element) && element.getClientRects().length);
}

function walk(step) {
  const all = stops();
  if (!all.length) return false;
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  all[next].focus({ preventScroll: true });
  all[next].scrollIntoView({ block: "nearest" });
  return true;
}

// What is only planned goes first, then what was played, then what was said ahead.
const isUnderWay = () => document.querySelector("#table.htmx-request, #table a.htmx-request");
let owed = 0;

function takeBack() {
  if (isUnderWay()) owed += 1;
  else press(find("#lot .hand__back").at(-1) ?? document.querySelector("#actions :is([name=undo], [name=ask_again])"));
}

// To the guide's button and back to the question.
function goToGuide() {
  const isThere = document.getElementById("guide").contains(document.activeElement);
  const goal = document.querySelector(isThere ? "#actions .action-bar__question" : "#guide-read");
  goal?.focus();
  return Boolean(goal);
}

// A question that is new takes no answer yet: the key was meant for the last one, or comes too soon, and both are told.
const isNew = () => document.getElementById("actions").hasAttribute("data-settling");
const isPlanned = () => document.querySelector("#lot .hand__back") !== null; // taking back a plan answers nothing
const isAnswer = (key) =>
  ["b", "p"].includes(key) || (key === "u" && !isPlanned()) || (/^\d$/.test(key) && bid.buttons().length > 0);

function answerKey(event) {
  const { key } = event;
  if (isNew() && isAnswer(key)) return told.showBriefly(typed.dataset.tooSoon) ?? true;
  if (key === "?") return dialog.showModal() ?? true;
  if (/^\d$/.test(key) && bid.buttons().length) return bid.add(key) ?? true;
  if (bid.digits && key === "Enter") return bid.send() ?? true;
  if (bid.digits && ["Escape", "Backspace"].includes(key)) return bid.forget() ?? true;
  if (key in STEPS) return !event.target.closest(OWN_ARROWS) && walk(STEPS[key]);
  if (key === "u") return takeBack() ?? true;
  if (key === "g") return goToGuide();
  if (!(key in PRESSES)) return false;
  press(find(PRESSES[key]).find(canBePressed));
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Tab") showCaps(true);
  if (!isOn || document.querySelector("dialog[open]") || event.target.closest?.(FIELDS)) return;
  if (!answerKey(event)) return;
  event.preventDefault();
  showCaps(true);
  memory.write("table-keyboard", "used");
});

// A number that was begun for another question is no answer to this one.
document.addEventListener("table:drawn", ({ target }) => {
  if (bid.digits && target.matches("#table-version")) bid.forget();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!owed || isUnderWay()) return;
  owed = detail.successful ? owed - 1 : 0;
  if (detail.successful) answerKey({ key: "u" });
});
document.addEventListener("pointerdown", ({ pointerType }) => {
  if (pointerType === "touch") showCaps(false);
});

for (const button of find("[data-keys-open]")) button.addEventListener("click", () => dialog.showModal());
const switched = dialog.querySelector("[data-keys-on]");
switched.checked = isOn;
switched.addEventListener("change", () => {
  isOn = switched.checked;
  memory.write("table-keys", isOn ? "on" : "off");
  showCaps(isOn);
});
table.dataset.keys = ""; // now they work, the guide may mention its own
showCaps(memory.read("table-keyboard") === "used");
