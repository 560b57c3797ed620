// Drawing a part anew leaves alone what the person has opened, and what is being typed.
const { htmx, Idiomorph } = window;

Object.assign(Idiomorph.defaults.callbacks, {
  beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
  beforeNodeMorphed: (element) => element !== document.activeElement || !element.matches("input, textarea, select"),
});

// The library's own extension takes every way of swapping for its own, which wraps new entries of a list in a second list.
htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap: (style, target, fragment) => style === "morph" && Idiomorph.morph(target, fragment.children, { morphStyle: "outerHTML" }),
});
