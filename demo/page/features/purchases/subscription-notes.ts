import { createStoredValue } from '../session/site-storage.ts';

/**
 * What this device knows of a subscription beside its receipt, since the interface lists none.
 */
export interface SubscriptionNotes {
  /** Made premium by an upgrade. */
  readonly isPremium?: boolean | undefined;
  /** Does not renew any more. */
  readonly isEnding?: boolean | undefined;
  /** An upgrade that is paid, and not yet made. */
  readonly upgrade?: { readonly reference: string; readonly amount: number } | undefined;
}

const stored = createStoredValue<Readonly<Record<string, SubscriptionNotes>>>('subscriptions');

export const readNotes = (transactionID: string): SubscriptionNotes =>
  stored.read()?.[transactionID] ?? {};

/** Adds to the notes of a subscription. */
export function addNotes(transactionID: string, more: SubscriptionNotes): void {
  stored.write({
    ...stored.read(),
    [transactionID]: { ...readNotes(transactionID), ...more },
  });
}
