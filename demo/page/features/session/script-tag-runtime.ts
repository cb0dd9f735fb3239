/**
 * The runtime that the page's script tag brings, as a promise. It rejects when the tag says that
 * there will be none: the browser is too old, or the runtime's files cannot be had.
 * @type {Promise<any>}
 */
export const usherOfTag = new Promise((resolve, reject) => {
  (window.usher = window.usher || []).push(resolve);
  if (window.usher.error) reject(window.usher.error);
  window.addEventListener('usher-error', ({ detail }) => reject(detail), { once: true });
});

// Whoever needs the runtime says what happened; a page that does not need it yet stays silent.
usherOfTag.catch(() => {});
