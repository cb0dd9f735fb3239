import type { JSONWebKeySet, JWTPayload } from 'jose';
import { Refusal } from '../wire/refusal.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { isOwnMerchant } from './merchants.ts';
import { registerOrder, type NewOrder } from './register-order.ts';
import { readSignedClaims } from './signed-claims.ts';

export interface ProviderOptions {
  /** Where the provider is, as `http://127.0.0.1:4175`; its origin is the issuer of its tokens. */
  readonly url: string;
  /** Its public keys; their IDs are `payments`, `store-io`, `store-go` and `store-am`. */
  readonly jwks: JSONWebKeySet;
  /**
   * Who may be paid, as the provider names them in `aud`: a payment to somebody else opens nothing
   * here. Hosts of this machine always may. With an `account` it is about app stores only.
   */
  readonly merchants?: readonly string[];
  /**
   * Registers each order at the provider before it is paid. Then only payments to its merchant
   * count, and to those of earlier accounts. Default: no order is registered.
   */
  readonly account?: MerchantAccount | undefined;
  /** How long its answer is waited for. Default 2000: a viewer stands at the door meanwhile. */
  readonly answerWithinMs?: number;
}

const usualWaitMs = 2000;

/** What a provider says about a payment. */
export interface Payment {
  /** What was paid for: a transaction's ID, as a rule. */
  readonly subject: string;
  /** Who was paid: one of the platform's own merchants. */
  readonly merchant: string;
  readonly outcome: 'approved' | 'declined' | 'pending';
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider's own number of the payment. */
  readonly reference: string;
}

export interface PaymentProvider {
  /**
   * Registers an order, where the platform has an account.
   * @throws when the provider does not take it
   */
  registerOrder(order: NewOrder, now: Date): Promise<void>;
  /** Reads a token of the provider. @throws {Refusal} 402 when it does not verify. */
  readPayment(token: string, now: Date): Promise<Payment>;
  /**
   * Asks the provider itself; nothing when it does not answer in time, or not with a token of its
   * own.
   */
  askPayment(reference: string, now: Date): Promise<Payment | undefined>;
  /**
   * The claims of an app store's receipt, and who was paid.
   * @throws {Refusal} 402 when it does not verify
   */
  readReceipt(
    store: string,
    receipt: string,
    now: Date,
  ): Promise<{ readonly claims: JWTPayload; readonly merchant: string }>;
}

/**
 * The payment provider that a platform trusts; without one no token is accepted.
 *
 * @param accounts the merchants of all accounts that the platform was started with
 */
export function createPaymentProvider(
  options: ProviderOptions | undefined,
  accounts: readonly string[],
): PaymentProvider {
  if (!options) {
    return {
      registerOrder: async () => undefined,
      readPayment: refuseAll,
      askPayment: async () => undefined,
      readReceipt: refuseAll,
    };
  }
  const readPayment = async (token: string, now: Date): Promise<Payment> => {
    const claims = await readSignedClaims(options.jwks, token, {
      keyId: 'payments',
      issuer: new URL(options.url).origin,
      now,
    });
    return asPayment(claims, readPaidMerchant(claims, options, accounts));
  };
  return {
    async registerOrder(order, now) {
      const { url, account, answerWithinMs: withinMs = usualWaitMs } = options;
      if (account) await registerOrder(url, account, order, { now, withinMs });
    },
    readPayment,
    async askPayment(reference, now) {
      const token = await askToken(options, reference);
      const payment = token && (await readPayment(token, now).catch(() => undefined));
      return payment && payment.reference === reference ? payment : undefined;
    },
    async readReceipt(store, receipt, now) {
      const claims = await readSignedClaims(options.jwks, payloadOf(receipt), {
        keyId: `store-${store}`,
        now,
      });
      return { claims, merchant: readMerchant(claims, options, accounts) };
    },
  };
}

/**
 * An account names its merchant; others at this machine are not that shop. An order of an earlier
 * account may be paid after a start with another one.
 */
function readPaidMerchant(
  claims: JWTPayload,
  options: ProviderOptions,
  accounts: readonly string[],
): string {
  if (!options.account) return readMerchant(claims, options, accounts);
  const merchant = accounts.find((name) => name === claims.aud);
  if (merchant === undefined) throw refuseMerchant();
  return merchant;
}

/** Without it a payment to any other customer of the provider, or of the store, would do. */
function readMerchant(
  { aud }: JWTPayload,
  { merchants = [] }: ProviderOptions,
  accounts: readonly string[],
): string {
  if (isOwnMerchant(aud, [...accounts, ...merchants])) return aud;
  throw refuseMerchant();
}

const refuseMerchant = (): Refusal =>
  new Refusal(402, 'the token does not verify: it is for another merchant');

async function refuseAll(): Promise<never> {
  throw new Refusal(402, 'this platform has no payment provider, so it accepts no token');
}

async function askToken(
  { url, answerWithinMs = usualWaitMs }: ProviderOptions,
  reference: string,
): Promise<string | undefined> {
  // Not a segment, but a step of the path.
  if (/^\.{1,2}$/.test(reference)) return undefined;
  try {
    const address = new URL(`/payments/${encodeURIComponent(reference)}`, url);
    const response = await fetch(address, {
      signal: AbortSignal.timeout(answerWithinMs),
      redirect: 'error',
    });
    const { token }: { token?: unknown } = response.ok ? await response.json() : {};
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined; // down, too slow, or no JSON
  }
}

function asPayment(
  { sub, outcome, amount, currency, reference }: JWTPayload,
  merchant: string,
): Payment {
  const isOutcome = outcome === 'approved' || outcome === 'declined' || outcome === 'pending';
  const isReadable =
    typeof sub === 'string' &&
    isOutcome &&
    Number.isSafeInteger(amount) &&
    typeof currency === 'string' &&
    typeof reference === 'string' &&
    reference !== '';
  if (!isReadable) {
    throw new Refusal(
      402,
      'the token does not say what it must: sub, outcome, amount, currency and reference',
    );
  }
  return { subject: sub, merchant, outcome, amountMinor: Number(amount), currency, reference };
}

function payloadOf(receipt: string): string {
  try {
    const { payload } = JSON.parse(receipt) as { payload?: unknown };
    if (typeof payload === 'string') return payload;
  } catch {
    // no JSON, or no object: refused below
  }
  throw new Refusal(402, 'the receipt does not verify: it is no JSON object with a payload');
}
