// What this browser remembers of how a table is to look and sound. Where nothing may be stored, it holds for this page.
const here = new Map();

export function recall(name) {
  try {
    return localStorage.getItem(name) ?? here.get(name) ?? null;
  } catch {
    return here.get(name) ?? null;
  }
}

export function remember(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // The page remembers it.
  }
}
