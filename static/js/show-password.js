// Beside every password a button that shows it, so that a typing slip is seen and not guessed.
const sprite = document.querySelector("svg.icon use")?.getAttribute("href").split("#")[0];
const label = document.querySelector("meta[name=show-password]")?.content;

function drawEye() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
  use.setAttribute("href", `${sprite}#eye`);
  return svg;
}

function addButton(input) {
  const frame = document.createElement("div");
  frame.className = "password";
  input.replaceWith(frame);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "password__show";
  button.setAttribute("aria-label", label);
  button.setAttribute("aria-pressed", "false");
  button.append(drawEye());
  button.addEventListener("click", () => {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
  });
  frame.append(input, button);
}

if (sprite && label) document.querySelectorAll("input[type=password]").forEach(addButton);
