// Drawing a part anew leaves alone what the person has opened, and what is being typed.
const { defaults } = window.Idiomorph;

defaults.ignoreActiveValue = true;
defaults.callbacks.beforeAttributeUpdated = (name, element) => !(name === "open" && element.matches("details"));
