import { newReference, type Ledger, type Payment } from './ledger.ts';
import type { Order } from './order.ts';
import { courses, outcomeOf, type Outcome } from './outcome.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * What a viewer chose: a course of the payment, the same with a token that nobody can verify, to
 * leave, or to go back to the shop from a payment made before.
 */
export type Choice = (typeof choices)[number];
export const choices = [...courses, 'forge', 'cancel', 'back'] as const;

/** What the shop is told. */
export interface Answer {
  readonly outcome: Outcome | 'cancelled';
  readonly token?: string;
  readonly reference?: string;
  /** True where the shop is told nothing for as long as the viewer stays. */
  readonly silent?: boolean;
}

/** Claims of a payment's token. */
export interface TokenClaims {
  readonly transaction: string;
  /** Who is paid: the audience, which a platform requires to be its own shop. */
  readonly merchant: string;
  readonly outcome: Outcome;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
}

export interface Cashier {
  /**
   * Takes a choice. An order that was paid, or may be, keeps its payment, whatever is chosen now;
   * one that was declined can be paid by a further payment.
   */
  take(order: Order, choice: Choice): Promise<Answer>;
  /**
   * A payment's token, with what it has come to by now; until that changes the same to the byte.
   */
  tokenOf(payment: Payment): Promise<string>;
  signToken(claims: TokenClaims, issuedAt: Date, forged?: boolean): Promise<string>;
}

/** What a payment page works with. */
export interface Till {
  readonly ledger: Ledger;
  readonly cashier: Cashier;
  readonly now: () => Date;
}

/** @param issuer the provider's own origin, which is known only when it listens */
export function createCashier(
  ledger: Ledger,
  keys: SigningKeys,
  now: () => Date,
  issuer: () => string,
): Cashier {
  const signToken: Cashier['signToken'] = (
    { transaction, merchant, outcome, amount, currency, reference },
    issuedAt,
    forged,
  ) =>
    keys.sign(
      'payments',
      { iss: issuer(), aud: merchant, sub: transaction, outcome, amount, currency, reference },
      issuedAt,
      forged,
    );
  const tokenOf = (payment: Payment): Promise<string> => {
    const { outcome, since } = outcomeOf(payment, now());
    return signToken({ ...payment, outcome }, since);
  };
  const answerOf = async (payment: Payment): Promise<Answer> => ({
    outcome: outcomeOf(payment, now()).outcome,
    token: await tokenOf(payment),
    reference: payment.reference,
    ...(payment.course === 'never' ? { silent: true } : {}),
  });
  const forge = async (order: Order): Promise<Answer> => {
    const claims = { ...order, outcome: 'approved', reference: newReference() } as const;
    return {
      outcome: claims.outcome,
      token: await signToken(claims, now(), true),
      reference: claims.reference,
    };
  };
  return {
    tokenOf,
    signToken,
    take(order, choice) {
      const course = courses.find((one) => one === choice);
      const payment = course ? ledger.make(order, course, now()) : ledger.find(order);
      if (payment) return answerOf(payment);
      return choice === 'forge' ? forge(order) : Promise.resolve({ outcome: 'cancelled' });
    },
  };
}
