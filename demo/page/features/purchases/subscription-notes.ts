import { keep, readKept } from '../session/site-storage.ts';

/**
 * What this device knows of a subscription beside its receipt, since the interface lists none:
 * whether it is premium by an upgrade, whether it ends, an upgrade that is paid and not yet made,
 * and how many were declined.
 * @returns {{ isPremium?: boolean, isEnding?: boolean, upgrade?: { reference: string, amount:
 *   number }, declined?: number }}
 */
export const notesOf = (transactionID) => readKept('subscriptions')?.[transactionID] ?? {};

export function note(transactionID, more) {
  keep('subscriptions', {
    ...readKept('subscriptions'),
    [transactionID]: { ...notesOf(transactionID), ...more },
  });
}
