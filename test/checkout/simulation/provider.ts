import type { Payment, ProviderOutcome } from '../../../src/checkout/providers/provider.ts';

/**
 * What a viewer does at the provider. `decline` is proved by a token, `refuse` is verified by the
 * adapter, `decline-bare` is neither.
 */
export type Act =
  'approve' | 'decline' | 'decline-bare' | 'refuse' | 'cancel' | 'pending' | 'break';

/** One try to pay a transaction. */
interface Attempt {
  readonly token: string;
  readonly transactionId: string;
  readonly outcome: 'approved' | 'declined' | 'pending';
  /** When a pending one is confirmed, in the world's time; `Infinity`: never. */
  readonly confirmedAt: number;
}

/** A viewer at the provider. */
export interface Visit {
  readonly payment: Payment;
  /** Answers the page, where the payment is taken in the page. */
  readonly answer?: (outcome: ProviderOutcome | undefined) => void;
}

/** The payment provider: it charges a transaction at most once, and knows what it has said. */
export interface ScriptedProvider {
  readonly visits: Visit[];
  /** How often each transaction was charged. */
  readonly charges: Map<string, number>;
  /** Transactions that it has declined, as its adapter verified. */
  readonly refused: Set<string>;
  readonly act: (payment: Payment, act: Act, now: number) => ProviderOutcome | undefined;
  /** What a token proves; `undefined` for one that is not the provider's. */
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
      // What was paid, or is being paid, is not paid once more.
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
