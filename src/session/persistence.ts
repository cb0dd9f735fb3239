import { pause } from '../browser/clock.ts';
import { createDurable } from '../browser/durable.ts';
import type { Persistence } from '../browser/storage.ts';
import { UsherError } from '../errors/usher-error.ts';
import { forgetHere, keepNothing } from './farewell.ts';
import type { Farewell } from './farewell.ts';
import { keep } from './held.ts';
import type { Held } from './held.ts';

/** Other tabs hear of it within milliseconds. */
const farewellMs = 1000;

/** Keeps the session elsewhere from now on: what was kept moves; with `none` it is erased, in all tabs. */
export async function setPersistence(held: Held, next: Persistence): Promise<void> {
  const before = held.persistence;
  if (next === before) return;
  if (next === 'none') keepNothing(held);
  else {
    held.persistence = next;
    held.store = held.browser.textStore(next);
    if (held.saved) keep(held, held.saved.session);
  }
  if (before !== 'none') await erase(held, before, 'withdrawn');
}

/** Ends the session here and in all tabs, and erases everything. */
export async function forget(held: Held): Promise<void> {
  const { persistence } = held;
  forgetHere(held);
  await erase(held, persistence, 'forgotten');
}

/**
 * Erases what is kept, and looks whether it is gone.
 * @throws {UsherError} `unsupported`, when the browser does not let go of it.
 */
async function erase(held: Held, persistence: Persistence, farewell: Farewell): Promise<void> {
  const { browser, settings: { key } } = held;
  const store = browser.textStore(persistence);
  if (persistence === 'device' && store.get(key) !== null) {
    store.set(key, farewell);
    await pause(browser.clock, farewellMs);
  }
  store.set(key, null);
  for (const place of [store, browser.textStore('tab')]) place.set(`${key}|claim`, null);
  // Where there is none, there is nothing in it.
  for (const name of persistence === 'device' ? [key, `${key}|system`] : []) await createDurable(browser, name).remove().catch(() => {});
  if (store.get(key) !== null) throw new UsherError('unsupported', 'The browser does not erase what it keeps');
}
