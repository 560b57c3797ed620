// The rules read well without this. It narrows the contents to the words typed, marks the chapter being read, and prints.
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

for (const contents of document.querySelectorAll("[data-contents]")) {
  const search = contents.querySelector("[data-search]");
  const input = search.querySelector("input");
  const none = contents.querySelector("[data-none]");
  const entries = [...contents.querySelectorAll("[data-entry]")];
  contents.classList.add("contents--live");
  search.hidden = false;
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const matches = (text) => words.every((word) => plain(text).includes(word));
    // A chapter is shown for its sections' sake too, a section also when its chapter's title is what was meant.
    for (const entry of entries) {
      const chapter = entry.parentElement.closest("[data-entry]");
      entry.hidden = !matches(entry.textContent) && !(chapter && matches(chapter.querySelector("a").textContent));
    }
    contents.classList.toggle("contents--searching", words.length > 0);
    none.textContent = entries.every((entry) => entry.hidden) ? none.dataset.words : "";
  });
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a")) contents.closest("details")?.removeAttribute("open");
  });
}

const mark = (id) => {
  for (const link of document.querySelectorAll(".contents__list > li > a")) {
    const current = link.hash === `#${id}`;
    link.parentElement.classList.toggle("contents__open", current);
    current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
};
const reading = new IntersectionObserver((changes) => {
  for (const change of changes) if (change.isIntersecting) mark(change.target.getAttribute("aria-labelledby"));
}, { rootMargin: "-20% 0px -70% 0px" });
for (const chapter of document.querySelectorAll(".rules__chapter")) reading.observe(chapter);

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
