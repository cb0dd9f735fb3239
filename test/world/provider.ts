import type { Payment, ProviderOutcome } from '../../src/checkout/providers/provider.ts';
import type { Chance } from './chance.ts';

/**
 * What a viewer does at the provider. `decline` has a token as proof, `refuse` is verified by the
 * adapter, `decline-bare` has neither.
 */
export type ActAtProvider =
  'approve' | 'decline' | 'decline-bare' | 'refuse' | 'cancel' | 'pending' | 'break';

/** A payment that the provider took, or is about to. */
export interface Charge {
  readonly token: string;
  readonly transactionId: string;
  readonly outcome: 'approved' | 'declined' | 'pending';
  readonly at: number;
  /** When a pending one is confirmed. `Infinity` means never. */
  readonly confirmedAt: number;
}

/** A viewer at the provider: in another page, a window or in the page of the shop. */
export interface Visit {
  readonly order: number;
  readonly device: number;
  /** The page that opened it. */
  readonly page: string;
  /** The place of the tab or the window that shows the provider. */
  readonly place: number | undefined;
  readonly kind: 'redirect' | 'popup' | 'in-page';
  readonly payment: Payment;
  readonly at: number;
  /** The user that the page showed when the provider was opened. */
  readonly user: string | null | undefined;
  /** Returns the outcome to the page of an in-page payment. */
  readonly answer?: ((outcome: ProviderOutcome | undefined) => void) | undefined;
}

/** The payment provider. It charges a transaction at most once, and remembers its answers. */
export interface PaymentProvider {
  readonly visits: Visit[];
  readonly charges: Charge[];
  /** Transactions that it has declined, as verified by its adapter. */
  readonly refused: Set<string>;
  readonly act: (payment: Payment, act: ActAtProvider, now: number) => ProviderOutcome | undefined;
  /** What a token proves; `undefined` for a token of somebody else. */
  readonly read: (
    token: string,
    now: number,
  ) => Pick<Charge, 'transactionId' | 'outcome'> | undefined;
}

const confirmingMs = 180_000;

export function createProvider(chance: Chance): PaymentProvider {
  const charges: Charge[] = [];
  const refused = new Set<string>();
  const said = ({ outcome, token }: Charge): ProviderOutcome => ({
    outcome,
    token,
    reference: `R-${token}`,
  });
  const charge = (
    transactionId: string,
    outcome: Charge['outcome'],
    at: number,
    confirmedAt: number,
  ): ProviderOutcome => {
    const token = `T${charges.length}-${transactionId}`;
    const made = { token, transactionId, outcome, at, confirmedAt };
    charges.push(made);
    return said(made);
  };
  return {
    visits: [],
    charges,
    refused,
    act({ transactionId }, act, now) {
      // A paid or pending transaction is not paid again.
      const before = charges.find(
        (each) => each.transactionId === transactionId && each.outcome !== 'declined',
      );
      if (before) return said(before);
      if (act === 'approve') return charge(transactionId, 'approved', now, now);
      if (act === 'pending') {
        const confirmedAt = chance() < 0.5 ? now + confirmingMs : Infinity;
        return charge(transactionId, 'pending', now, confirmedAt);
      }
      if (act === 'decline') return charge(transactionId, 'declined', now, Infinity);
      if (act === 'break') return undefined;
      if (act === 'refuse') {
        refused.add(transactionId);
        return { outcome: 'declined', verified: true };
      }
      return { outcome: act === 'cancel' ? 'cancelled' : 'declined' };
    },
    read(token, now) {
      const found = charges.find((each) => each.token === token);
      if (!found) return undefined;
      const isConfirmed = found.outcome === 'pending' && found.confirmedAt <= now;
      return {
        transactionId: found.transactionId,
        outcome: isConfirmed ? 'approved' : found.outcome,
      };
    },
  };
}
