import { isRemembered } from './remember-choice.ts';

const prefix = 'lantern-row:kept:';

const place = () => (isRemembered() ? localStorage : sessionStorage);

/**
 * What the site itself notes of a viewer, beside what the runtime keeps: on the device where the
 * viewer allows it, else for this tab.
 */
export function readKept(name) {
  try {
    return JSON.parse(place().getItem(prefix + name)) ?? undefined;
  } catch {
    return undefined; // blocked, or not ours
  }
}

export function keep(name, value) {
  try {
    place().setItem(prefix + name, JSON.stringify(value));
  } catch {
    // blocked, or full: it is a convenience, no more
  }
}

/** Lets go of all of it. */
export function forgetKept() {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const names = Object.keys(storage()).filter((name) => name.startsWith(prefix));
      for (const name of names) storage().removeItem(name);
    } catch {
      // blocked
    }
  }
}
