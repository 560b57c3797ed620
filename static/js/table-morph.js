// Drawing a part anew leaves alone what the person has opened, and what is being typed.
const { htmx, Idiomorph } = window;

Object.assign(Idiomorph.defaults.callbacks, {
  beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
  beforeNodeMorphed: (element) => element !== document.activeElement || !element.matches("input, textarea, select"),
});

const tell = (target, what) => target.dispatchEvent(new CustomEvent(what, { bubbles: true }));

function draw(target, fragment) {
  tell(target, "table:drawing");
  const drawn = Idiomorph.morph(target, fragment.children, { morphStyle: "outerHTML" });
  tell(target, "table:drawn");
  return drawn;
}

// The library's own extension takes every way of swapping for its own, which wraps new entries of a list in a second list.
htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap: (style, target, fragment) => style === "morph" && draw(target, fragment),
});
