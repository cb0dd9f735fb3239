import type { Payment, ProviderOutcome } from '../../../src/checkout/providers/provider.ts';

/**
 * The viewer's choices at the provider. `decline` has a token as proof, `refuse` is verified by the
 * adapter, `decline-bare` has neither.
 */
export type Act =
  'approve' | 'decline' | 'decline-bare' | 'refuse' | 'cancel' | 'pending' | 'break';

/** One attempt to pay a transaction. */
interface Attempt {
  readonly token: string;
  readonly transactionId: string;
  readonly outcome: 'approved' | 'declined' | 'pending';
  /** When a pending attempt is confirmed, in world time. `Infinity` means never. */
  readonly confirmedAt: number;
}

/** A viewer at the provider. */
export interface Visit {
  readonly payment: Payment;
  /** Returns the outcome to the page of an in-page payment. */
  readonly answer?: (outcome: ProviderOutcome | undefined) => void;
}

/** The payment provider. It charges a transaction at most once, and remembers its answers. */
export interface ScriptedProvider {
  readonly visits: Visit[];
  /** The number of charges of each transaction. */
  readonly charges: Map<string, number>;
  /** Transactions that it has declined, as verified by its adapter. */
  readonly refused: Set<string>;
  readonly act: (payment: Payment, act: Act, now: number) => ProviderOutcome | undefined;
  /** The meaning of a token; `undefined` for a token of another issuer. */
  readonly read: (
    token: string,
    now: number,
  ) => Pick<Attempt, 'transactionId' | 'outcome'> | undefined;
}

const confirmingMs = 180_000;

export function createProvider(chance: () => number): ScriptedProvider {
  const attempts: Attempt[] = [];
  const charges = new Map<string, number>();
  const refused = new Set<string>();
  const isDue = ({ outcome, confirmedAt }: Attempt, now: number): boolean =>
    outcome === 'pending' && confirmedAt <= now;
  const said = ({ outcome, token }: Attempt): ProviderOutcome => ({
    outcome,
    token,
    reference: `R-${token}`,
  });
  const attempt = (
    { transactionId }: Payment,
    outcome: Attempt['outcome'],
    confirmedAt = Infinity,
  ): ProviderOutcome => {
    const made = {
      token: `T${attempts.length}-${transactionId}`,
      transactionId,
      outcome,
      confirmedAt,
    };
    attempts.push(made);
    if (outcome !== 'declined') {
      charges.set(
        transactionId,
        (charges.get(transactionId) ?? 0) +
          Number(outcome === 'approved' || confirmedAt < Infinity),
      );
    }
    return said(made);
  };
  return {
    visits: [],
    charges,
    refused,
    act(payment, act, now) {
      // A paid or pending transaction is not paid again.
      const running = attempts.find(
        ({ transactionId, outcome }) =>
          transactionId === payment.transactionId && outcome !== 'declined',
      );
      if (running) return said(running);
      if (act === 'approve') return attempt(payment, 'approved');
      if (act === 'pending') {
        return attempt(payment, 'pending', chance() < 0.5 ? now + confirmingMs : Infinity);
      }
      if (act === 'decline') return attempt(payment, 'declined');
      if (act === 'refuse') refused.add(payment.transactionId);
      return act === 'break'
        ? undefined
        : {
            outcome: act === 'cancel' ? 'cancelled' : 'declined',
            ...(act === 'refuse' && { verified: true }),
          };
    },
    read(token, now) {
      const found = attempts.find((each) => each.token === token);
      return (
        found && {
          transactionId: found.transactionId,
          outcome: isDue(found, now) ? 'approved' : found.outcome,
        }
      );
    },
  };
}
