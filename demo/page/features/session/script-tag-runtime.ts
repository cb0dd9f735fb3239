import type { Usher } from 'usher-runtime';

/** Calls back with the runtime of the page's script tag, as soon as it is there. */
export function onUsher(callback: (usher: Usher) => void): void {
  window.usher ??= [];
  window.usher.push(callback);
}

/**
 * The same as a promise. It rejects when the tag says that there will be no runtime: the browser is
 * too old, or the runtime's files cannot be loaded.
 */
export const usherOfTag: Promise<Usher> = new Promise((resolve, reject) => {
  onUsher(resolve);
  if (window.usher && 'error' in window.usher) reject(window.usher.error);
  window.addEventListener('usher-error', ({ detail }) => reject(detail), { once: true });
});

// Each part of the page that needs the runtime says what happened; the others stay silent.
usherOfTag.catch(() => {});
