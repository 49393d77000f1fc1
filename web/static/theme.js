// @ts-check
// Light or dark: what the system wants, unless the reader chose otherwise.

const KEY = 'kokoron.theme';

/** @returns {'light'|'dark'} what is shown now */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows the other one from now on, in this browser. */
export function toggleTheme() {
  const next = theme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is blocked: the choice lives as long as the page.
  }
}

try {
  const kept = localStorage.getItem(KEY);
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
} catch {
  // Storage is blocked: the system decides.
}
