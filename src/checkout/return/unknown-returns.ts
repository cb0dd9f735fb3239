import type { Browser } from '../../browser/browser.ts';
import { createDurable } from '../../browser/durable.ts';
import { unknownReturnsName } from '../../session/storage/stored-names.ts';
import type { RawReturn } from './raw-return.ts';
import { outcomeIn, parametersOf } from './return-text.ts';
import { readReturnRecord } from './write-return.ts';

/**
 * A return from a provider that belongs to no purchase of this browser: the purchase began
 * elsewhere, its journal was deleted while the viewer paid, or the address is forged. Usher sends
 * nothing for it.
 */
export interface UnknownReturn {
  /** There is no purchase. */
  readonly id: null;
  readonly page: undefined;
  /** Time of arrival, in ms since 1970. */
  readonly receivedAt: number;
  /**
   * What the provider sent, unchanged and unchecked. Secret: it may hold the proof of a payment. No
   * event, log or report has it. It may be forged: let the platform decide, and never grant by it.
   * @example const given = arrival.parameters();
   *   const transactionID = given.get('order') ?? '';
   *   const token = given.get('token') ?? '';
   *   await usher.call('payment/finishtransaction', { transactionID, token });
   */
  readonly parameters: () => URLSearchParams;
}

/** The returns without a purchase. They are kept raw, because the viewer may have paid. */
export interface UnknownReturns {
  /** @throws The record cannot be written. */
  readonly keep: (raw: RawReturn) => Promise<void>;
  /** The newest is the last one. Empty when the record cannot be read. */
  readonly list: () => Promise<readonly UnknownReturn[]>;
  /** Erases those that do not stay, for `forget()`. */
  readonly erase: (stays: (raw: RawReturn) => boolean) => Promise<void>;
}

/** The largest number that is kept. A clock that jumps erases none. */
const maxUnknown = 5;

export function createUnknownReturns(
  key: string,
  browser: Pick<Browser, 'sessions' | 'journal' | 'clock'>,
): UnknownReturns {
  const durable = createDurable<unknown>(browser, unknownReturnsName(key), 'journal');
  return {
    keep: (raw) =>
      durable.update((record) => {
        const others = readReturnRecord(record).filter(({ text }) => text !== raw.text);
        return [...others, { text: raw.text, receivedAt: raw.receivedAt }].slice(-maxUnknown);
      }),
    list: async () =>
      readReturnRecord(await durable.read().catch(() => undefined)).map(unknownReturn),
    async erase(stays) {
      if ((await durable.read()) === undefined) return;
      await durable.update((record) => {
        const kept = readReturnRecord(record).filter(stays);
        return kept.length ? kept : undefined;
      });
    },
  };
}

/** The parameters are behind a function, so that no log of the object shows them. */
export const unknownReturn = ({ text, receivedAt }: RawReturn): UnknownReturn => ({
  id: null,
  page: undefined,
  receivedAt,
  parameters: () => {
    const outcome = outcomeIn(text);
    if (!outcome) return new URLSearchParams(parametersOf(text));
    const given = Object.entries(outcome).filter(([, value]) => value !== null);
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  },
});
