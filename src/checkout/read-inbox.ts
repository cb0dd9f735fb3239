import { scrubAddress } from '../browser/address.ts';
import type { Settings } from '../session/settings.ts';
import { returnMark } from '../payment-return/store-return.ts';
import { inboxName, inboxPlaces } from '../payment-return/inbox.ts';
import type { RawReturn, TextStoreOf } from '../payment-return/inbox.ts';

/** A return that waits for the journal. */
export interface WaitingReturn extends RawReturn {
  /** It came to this page, or to an earlier page of this tab. */
  readonly isOwn: boolean;
}

/** The inbox of a domain, as this page reads it. */
export interface Inbox {
  /** The waiting returns, each once: those of this tab first. */
  readonly read: () => readonly WaitingReturn[];
  /**
   * Erases returns that are in the journal, or that belong to no purchase: in all stores, and in
   * the address.
   */
  readonly remove: (returns: readonly RawReturn[]) => void;
}

/** A return as a line of the inbox. */
export const lineOf = ({ receivedAt, text }: RawReturn): string => `${receivedAt} ${text}`;

export function createInbox(
  { key, domain, entry }: Pick<Settings, 'key' | 'domain' | 'entry'>,
  textStore: TextStoreOf,
): Inbox {
  const name = inboxName(key);
  const linesIn = (place: 'device' | 'tab'): readonly string[] =>
    textStore(place).get(name)?.split('\n') ?? [];
  return {
    read() {
      const own = [...linesIn('tab'), ...(entry.returns ?? []).map(lineOf)];
      const lines = Array.from(new Set([...own, ...linesIn('device')]));
      return lines.flatMap((line) => {
        const [, receivedAt, text] = /^(\d+) (.+)$/.exec(line) ?? [];
        return text ? [{ text, receivedAt: Number(receivedAt), isOwn: own.includes(line) }] : [];
      });
    },
    remove(returns) {
      const gone = returns.map(lineOf);
      for (const place of inboxPlaces) {
        const lines = linesIn(place);
        const left = lines.filter((line) => !gone.includes(line) && /^\d+ ./.test(line));
        if (left.length !== lines.length) textStore(place).set(name, left.join('\n') || null);
      }
      const kept = entry.returns?.filter((one) => !gone.includes(lineOf(one)));
      if (entry.returns?.some((one) => !one.isStored && !kept!.includes(one))) {
        scrubAddress(returnMark(domain));
      }
      entry.returns =
        kept?.length || inboxPlaces.some((place) => linesIn(place).length) ? kept : undefined;
    },
  };
}
