const prefix = 'lantern-row:filling:';
/** The first part to try, in characters: browsers refuse it, and the next one has half of it. */
const firstPartLength = 4 * 1024 * 1024;

/** Fills localStorage until it takes not one character more. Returns the bytes that it took. */
export function fillStorage(): number {
  let written = 0;
  for (let size = firstPartLength; size >= 1; size = Math.floor(size / 2)) {
    while (store(`${prefix}${written}`, 'x'.repeat(size))) written += size;
  }
  return written;
}

function store(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false; // full
  }
}

/** Removes what `fillStorage` has written. */
export function freeStorage(): void {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  for (const name of names) localStorage.removeItem(name);
}
