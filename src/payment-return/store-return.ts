import { readFromAddress, scrubAddress } from '../browser/address.ts';
import type { Settings } from '../session/settings.ts';
import { inboxName, inboxPlaces } from './inbox.ts';
import type { TextStoreOf } from './inbox.ts';

/**
 * What stands in an address before what a provider sends back: a domain's own, so that several
 * runtimes of a page each find theirs.
 */
export const returnMark = (domain = ''): string => `usher-return=${domain}.`;

/** Bounds of the inbox. Servers take addresses of 8 KB; a fragment may be longer. */
const mostReturns = 10;
const mostCharacters = 16_384;

/**
 * Stores what a payment provider sent back with the viewer, all that follows on our own parameter
 * in the page's address, and then takes it out of the address, before other scripts run. Where no
 * storage takes it, it stays in the address until the journal has it: a payment is worth more than
 * a clean address. Looks for returns that an earlier page has left behind, too.
 */
export function storeReturn(
  { key, domain, entry }: Pick<Settings, 'key' | 'domain' | 'entry'>,
  textStore: TextStoreOf,
  at: number,
): void {
  const mark = returnMark(domain);
  const text = readFromAddress(mark);
  const name = inboxName(key);
  let isStored = false;
  for (const place of inboxPlaces) {
    const store = textStore(place);
    const before = store.get(name);
    if (before) entry.returns ??= [];
    if (!text || text.length > mostCharacters) continue;
    const lines = [...(before ?? '').split('\n'), `${at} ${text}`].slice(-mostReturns).join('\n');
    store.set(name, lines);
    isStored = store.get(name) === lines || isStored;
  }
  if (text) entry.returns = [...(entry.returns ?? []), { text, at, isStored }];
  if (isStored) scrubAddress(mark);
}
