import type { Usher } from 'usher-runtime';

/** Why the script tag has no runtime. */
interface TagError {
  readonly code: string;
  readonly message: string;
}

/** What `window.usher` is once the script tag has run; before, a page makes it an array. */
interface TagQueue {
  readonly push: (callback: (usher: Usher) => void) => void;
  readonly error?: TagError;
}

declare global {
  interface Window {
    usher?: TagQueue | ((usher: Usher) => void)[];
  }
  interface WindowEventMap {
    'usher-error': CustomEvent<TagError>;
  }
}

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
  if (window.usher && 'error' in window.usher) reject(asError(window.usher.error));
  window.addEventListener('usher-error', ({ detail }) => reject(asError(detail)), { once: true });
});

// Each part of the page that needs the runtime says what happened; the others stay silent.
usherOfTag.catch(() => {});

/** An error with a code, as the runtime's own have. */
function asError(error: TagError | undefined): Error {
  return Object.assign(new Error(error?.message), { code: error?.code });
}
