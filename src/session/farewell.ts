import { finish } from './held.ts';
import type { Held } from './held.ts';

/**
 * What stands in the mirror for a moment when everything is erased, so that other tabs know: the viewer wants to be forgotten, or no longer
 * consents to storage. Storage that is merely empty has been cleared by somebody else: the session goes on.
 */
export type Farewell = 'forgotten' | 'withdrawn';

/** Does what another tab did to its storage. */
export function hearFarewell(held: Held): void {
  const farewell = held.store.get(held.settings.key);
  if (farewell === 'forgotten') forgetHere(held);
  if (farewell === 'withdrawn') keepNothing(held);
}

/** The session is over, and with it the device. */
export function forgetHere(held: Held): void {
  const user = held.$user.get();
  held.saved = undefined;
  held.text = null;
  if (held.$session.get().status === 'ended') return;
  finish(held);
  held.emit('logout', user);
}

/** From now on in memory only. */
export function keepNothing(held: Held): void {
  held.persistence = 'none';
  held.store = held.browser.textStore('none');
}
