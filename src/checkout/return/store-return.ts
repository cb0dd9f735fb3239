import { readFromAddress, scrubAddress } from '../../browser/address.ts';
import type { Browser } from '../../browser/browser.ts';
import type { Clock } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import type { TextStore } from '../../browser/storage.ts';
import type { Settings } from '../../session/settings.ts';
import { inboxName } from '../../session/storage/stored-names.ts';
import {
  inboxPlaces,
  lineOf,
  maxReturns,
  noteStoredReturn,
  stateOf,
  type RawReturn,
} from './raw-return.ts';
import { writeReturn } from './write-return.ts';

/**
 * The text in an address before the answer of a provider. Each domain has its own, so that several
 * runtimes of a page find their returns.
 */
export const returnMark = (domain = ''): string => `usher-return=${domain}.`;

/**
 * A longer return is not stored. Servers accept addresses of 8 KB, and a fragment may be longer.
 */
const maxCharacters = 16_384;

interface Parts extends Pick<Browser, 'textStore'>, Partial<Pick<Browser, 'journal'>> {
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Stores the answer of a payment provider: everything after our own parameter in the page's
 * address. It is removed from the address when it is durable. Until then a reload, or the next
 * start of a killed browser, finds it in the address again. Also finds returns that an earlier page
 * has left.
 */
export function storeReturn(
  { key, domain, registration }: Pick<Settings, 'key' | 'domain' | 'registration'>,
  { textStore, clock, journal }: Parts,
): void {
  const mark = returnMark(domain);
  const text = readFromAddress(mark);
  const raw: RawReturn = { text, receivedAt: clock.now() };
  const isStorable = text !== '' && text.length <= maxCharacters;
  for (const place of inboxPlaces) {
    const store = textStore(place);
    if (store.get(inboxName(key))) noteStoredReturn(registration);
    if (isStorable) addLine(store, inboxName(key), raw);
  }
  if (!text) return;
  // Still in this task, but after the opening request. If `start()` follows at once, that leaves in
  // the next microtask.
  const writing =
    isStorable && journal
      ? Promise.resolve()
          .then(nothing)
          .then(() => writeReturn(journal, inboxName(key), raw))
          .then(() => scrubAddress(mark, stateOf(text)), nothing)
      : undefined;
  registration.returns = [...(registration.returns ?? []), { ...raw, writing }];
}

/** Adds a return to a text store. One that was stored before a reload stays as it is. */
export function addLine(store: TextStore, name: string, raw: RawReturn): void {
  const lines = (store.get(name) ?? '').split('\n');
  if (lines.length > maxReturns || lines.some((line) => line.endsWith(` ${raw.text}`))) return;
  store.set(name, [...lines, lineOf(raw)].join('\n'));
}
