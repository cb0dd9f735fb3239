import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Hono } from 'hono';
import type { JSONWebKeySet } from 'jose';
import { listen } from '../platform/listen.ts';
import { Refusal } from '../platform/wire/refusal.ts';
import { createCashier, type Answer, type Choice, type TokenClaims } from './cashier.ts';
import { newReference, openLedger, type Payment } from './ledger.ts';
import type { Order } from './order.ts';
import { outcomeOf } from './outcome.ts';
import type { Merchant } from './read-registration.ts';
import { openRegisteredOrders } from './registered-orders.ts';
import { serveAbout } from './serve-about.ts';
import { serveFiles } from './serve-files.ts';
import { serveFrame } from './serve-frame.ts';
import { serveOrders } from './serve-orders.ts';
import { servePay } from './serve-pay.ts';
import { servePayments } from './serve-payments.ts';
import { serveStore } from './serve-store.ts';
import { openSigningKeys } from './signing-keys.ts';
import type { Store, StorePurchase } from './store-receipt.ts';
import { createVisitReceiver } from './visit.ts';

export interface ProviderOptions {
  /** Another one is taken when it is taken. Default: any free one. */
  readonly port?: number;
  /** True: a port that is taken is an error (`EADDRINUSE`). Default false. */
  readonly isPortFixed?: boolean;
  /**
   * A folder for keys, orders and payments, which are then those of the last start. Default: they
   * end with the process.
   */
  readonly dataDir?: string;
  /**
   * Who has a key. Such a merchant registers its orders, and no other order of it can be paid.
   * Default: nobody, and an order is what the address says.
   */
  readonly merchants?: readonly Merchant[];
  /** Names besides those of this machine under which the provider answers; others get 421. */
  readonly hosts?: readonly string[];
  /** The clock, for tests. */
  readonly now?: () => Date;
}

export interface RunningProvider {
  /** As `http://127.0.0.1:4175`: its origin, and the `iss` of its tokens. */
  readonly url: string;
  /** The public keys, as `/jwks.json` gives them. */
  readonly jwks: JSONWebKeySet;
  /** What was charged: the payments that are approved by now. */
  readonly payments: readonly Payment[];
  /**
   * Does what a viewer does at the payment page; for tests.
   * @throws {OrderError} as the page refuses an order
   */
  pay(order: Order, choice: Choice): Promise<Answer>;
  /**
   * A token that no payment stands behind; for tests. `forged` signs with a key that is not
   * published.
   */
  sign(
    claims: Omit<TokenClaims, 'merchant' | 'reference'> & {
      /** Default: a page of this machine. */
      readonly merchant?: string;
      readonly reference?: string;
      readonly forged?: boolean;
    },
  ): Promise<string>;
  /** A receipt of an app store, as an app hands it to the platform. */
  receipt(
    purchase: Omit<StorePurchase, 'merchant'> & {
      readonly store: Store;
      /** Default: a page of this machine. */
      readonly merchant?: string;
      readonly forged?: boolean;
    },
  ): Promise<string>;
  close(): Promise<void>;
}

function answerFault(error: unknown): Response {
  if (error instanceof Refusal) {
    // The rest of a body is not read, so the connection cannot carry another request.
    return new Response(error.hint, { status: error.status, headers: { Connection: 'close' } });
  }
  console.error(error);
  return new Response('The provider met an error of its own.', { status: 500 });
}

/** Starts the payment provider, on this machine only. */
export async function startProvider({
  port = 0,
  isPortFixed,
  dataDir,
  merchants = [],
  hosts,
  now = () => new Date(),
}: ProviderOptions = {}): Promise<RunningProvider> {
  if (dataDir) await mkdir(dataDir, { recursive: true });
  const keys = await openSigningKeys(dataDir);
  const ledger = openLedger(dataDir);
  const orders = openRegisteredOrders(
    dataDir,
    merchants.map(({ name }) => name),
  );
  const cashier = createCashier(ledger, keys, now, () => listening.url);
  const receipt: RunningProvider['receipt'] = async ({
    store,
    forged,
    merchant = '127.0.0.1',
    ...purchase
  }) => {
    const claims = { aud: merchant, store, ...purchase, purchaseId: randomUUID() };
    return JSON.stringify({ payload: await keys.sign(`store-${store}`, claims, now(), forged) });
  };
  const app = new Hono();
  app.onError(answerFault);
  serveAbout(app, () => listening.url);
  const receiveVisit = createVisitReceiver(orders, ledger);
  const till = { ledger, cashier, now };
  servePay(app, receiveVisit, till);
  serveFrame(app, receiveVisit, till);
  serveOrders(app, orders, merchants, { issuer: () => listening.url, now });
  servePayments(app, ledger, cashier, keys.jwks);
  serveStore(app, receipt);
  serveFiles(app);
  const listening = await listen(app, port, hosts, isPortFixed);
  return {
    url: listening.url,
    jwks: keys.jwks,
    get payments() {
      return ledger.payments.filter((payment) => outcomeOf(payment, now()).outcome === 'approved');
    },
    pay: async (order, choice) => cashier.take(orders.find(order, order.merchant) ?? order, choice),
    sign: ({ forged, merchant = '127.0.0.1', reference = newReference(), ...claims }) =>
      cashier.signToken({ ...claims, merchant, reference }, now(), forged),
    receipt,
    close: listening.close,
  };
}
