import { readFromAddress, scrubAddress } from '../browser/address.ts';
import type { Browser } from '../browser/browser.ts';
import type { Clock } from '../browser/clock.ts';
import type { Settings } from '../session/settings.ts';
import { inboxName, inboxPlaces } from './inbox.ts';

/**
 * The text in an address before the answer of a provider. Each domain has its own, so that several
 * runtimes of a page find their returns.
 */
export const returnMark = (domain = ''): string => `usher-return=${domain}.`;

/** Bounds of the inbox. Servers accept addresses of 8 KB, and a fragment may be longer. */
const mostReturns = 10;
const mostCharacters = 16_384;

/**
 * Stores the answer of a payment provider: everything after our own parameter in the page's
 * address. Then removes it from the address, before other scripts run. If no storage accepts it, it
 * stays in the address until the journal has it: a payment is worth more than a clean address. Also
 * finds returns that an earlier page has left.
 */
export function storeReturn(
  { key, domain, entry }: Pick<Settings, 'key' | 'domain' | 'entry'>,
  { textStore, clock }: Pick<Browser, 'textStore'> & { readonly clock: Pick<Clock, 'now'> },
): void {
  const receivedAt = clock.now();
  const mark = returnMark(domain);
  const text = readFromAddress(mark);
  const name = inboxName(key);
  let isStored = false;
  for (const place of inboxPlaces) {
    const store = textStore(place);
    const before = store.get(name);
    if (before) entry.returns ??= [];
    if (!text || text.length > mostCharacters) continue;
    const lines = [...(before ?? '').split('\n'), `${receivedAt} ${text}`]
      .slice(-mostReturns)
      .join('\n');
    store.set(name, lines);
    isStored = store.get(name) === lines || isStored;
  }
  if (text) entry.returns = [...(entry.returns ?? []), { text, receivedAt, isStored }];
  if (isStored) scrubAddress(mark);
}
