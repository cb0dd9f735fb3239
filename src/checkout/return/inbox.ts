import { scrubAddress } from '../../browser/address.ts';
import type { Browser } from '../../browser/browser.ts';
import { createDurable } from '../../browser/durable.ts';
import { nothing } from '../../browser/nothing.ts';
import type { Settings } from '../../session/settings.ts';
import { inboxName } from '../../session/storage/stored-names.ts';
import { lineOf, stateOf, type RawReturn } from './raw-return.ts';
import { returnMark } from './store-return.ts';
import { createTextInbox, type TextInbox } from './text-inbox.ts';
import { readReturnRecord, writeReturn } from './write-return.ts';

/** A return that waits for the journal. */
export interface WaitingReturn extends RawReturn {
  /** It came to this page, or to an earlier page of this tab. */
  readonly isOwn: boolean;
}

/** The inbox of a domain, as this page reads it. */
export interface Inbox {
  /** The returns on this page and in the text stores, each once: those of this tab first. */
  readonly read: () => readonly WaitingReturn[];
  /**
   * The returns of the durable record that are not in the text stores: a killed browser has lost
   * them there. Rejects when the record cannot be read.
   */
  readonly readLost: () => Promise<readonly RawReturn[]>;
  /** Whether this page has erased a return. The durable record may still have it. */
  readonly isErased: (text: string) => boolean;
  /**
   * Adds a return that came without an address: to the text stores at once, and to the durable
   * record.
   */
  readonly add: (raw: RawReturn) => void;
  /**
   * Erases returns that are in the journal, or that belong to no purchase: in all stores, and in
   * the address. Rejects when the durable record cannot be written.
   */
  readonly remove: (returns: readonly RawReturn[]) => Promise<void>;
}

export function createInbox(
  { key, domain, registration }: Pick<Settings, 'key' | 'domain' | 'registration'>,
  browser: Pick<Browser, 'textStore' | 'sessions' | 'journal' | 'clock'>,
): Inbox {
  const texts = createTextInbox(key, browser.textStore);
  const durable = createDurable<unknown>(browser, inboxName(key), 'journal');
  const read = (): readonly WaitingReturn[] => readWaiting(texts, registration.returns);
  /** The durable writes of this page, by the text of the return. */
  const writings = new Map<string, Promise<void>>();
  /** The texts that this page has erased, or erases now. */
  const erased = new Set<string>();

  return {
    read,
    isErased: (text) => erased.has(text),
    async readLost() {
      const stored = readReturnRecord(await durable.read());
      const known = new Set(read().map(({ text }) => text));
      return stored.filter(({ text }) => !known.has(text));
    },
    add(raw) {
      texts.add(raw);
      const writing = writeReturn(browser.journal, inboxName(key), raw).catch(nothing);
      writings.set(raw.text, writing);
    },
    async remove(returns) {
      const gone = new Set(returns.map(({ text }) => text));
      texts.remove(gone);
      for (const text of gone) erased.add(text);
      const removed = (registration.returns ?? []).filter(({ text }) => gone.has(text));
      const kept = registration.returns?.filter(({ text }) => !gone.has(text));
      registration.returns = kept?.length || !texts.isEmpty() ? kept : undefined;
      for (const { text } of removed) scrubAddress(returnMark(domain), stateOf(text));

      // One of them may still be written.
      for (const { writing } of removed) await writing;
      for (const text of gone) await writings.get(text);
      if (!readReturnRecord(await durable.read()).some(({ text }) => gone.has(text))) return;
      await durable.update((record) => {
        const left = readReturnRecord(record).filter(({ text }) => !gone.has(text));
        return left.length ? left : undefined;
      });
    },
  };
}

function readWaiting(
  { linesIn }: TextInbox,
  ofPage: readonly RawReturn[] = [],
): readonly WaitingReturn[] {
  const own = [...linesIn('tab'), ...ofPage.map(lineOf)];
  const found = new Map<string, WaitingReturn>();
  for (const line of [...own, ...linesIn('device')]) {
    const [, receivedAt, text] = /^(\d+) (.+)$/s.exec(line) ?? [];
    if (!text || found.has(text)) continue;
    found.set(text, { text, receivedAt: Number(receivedAt), isOwn: own.includes(line) });
  }
  return Array.from(found.values());
}
