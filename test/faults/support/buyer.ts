import type { Page } from '@playwright/test';
import { readOrder } from '../../../demo/provider/order.ts';
import type { RunningProvider } from '../../../demo/provider/start-provider.ts';
import type { Film } from './film-picker.ts';
import type { RawChromium } from './raw-chromium.ts';
import type { ProviderName } from './shop-script.ts';
import { soon, viewerOf, type Outcome, type Viewer } from './viewer.ts';

/** A purchase as a page reads it. */
export interface SeenPurchase {
  readonly id: string;
  readonly status: string;
  readonly transactionId: string | null;
  readonly item: string | null;
  readonly error?: { readonly code: string; readonly hint?: string } | undefined;
}

/** A tab of a shop with its viewer. */
export interface Buyer extends Viewer {
  readonly page: Page;
  readonly film: Film;
  readonly logIn: () => Promise<void>;
  /** Buys, and waits for the promise of `buy`. */
  readonly buy: (way: ProviderName, more?: object) => Promise<Outcome>;
  /** Buys, and goes to the payment provider. */
  readonly goToProvider: () => Promise<void>;
  /**
   * Waits until the newest purchase has this status, or `status (code: hint)` when it has an error.
   */
  readonly waitForPurchase: (status: string, timeoutMs?: number) => Promise<SeenPurchase>;
  readonly purchases: () => Promise<SeenPurchase[]>;
  /** Every status that this page received, in order. */
  readonly statuses: () => Promise<string[]>;
  /** Whether the item state grants the film now. */
  readonly checkAccess: () => Promise<string>;
}

/** The page that a shop's tab is: its patches include `shopScript`. */
export function buyerOf(page: Page, sold: Film): Buyer {
  const { amount, ...film } = sold;
  const viewer = viewerOf(page);
  const { evaluate, callMethod, waitForStatus } = viewer;
  const buyCall = (way: ProviderName, more = {}): string =>
    `shop.buy(${JSON.stringify(film)}, ${JSON.stringify({ operation: 'ppv', amount, currency: 'EUR', provider: way, ...more })})`;
  const purchases = (): Promise<SeenPurchase[]> =>
    evaluate('window.runtime ? viewer.plain(runtime.$purchases.get()) : []');
  return {
    ...viewer,
    page,
    film: sold,
    purchases,
    async logIn() {
      await waitForStatus('ready');
      const { ok, code } = await callMethod('login', {
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      });
      if (!ok) throw new Error(`ada could not log in: ${code}`);
    },
    buy: (way, more) => evaluate(buyCall(way, more)),
    async goToProvider() {
      await Promise.all([page.waitForURL(/\/pay\?/), evaluate(`void ${buyCall('redirect')}`)]);
    },
    async waitForPurchase(status, timeoutMs) {
      const newest = async (): Promise<SeenPurchase | undefined> => (await purchases()).at(-1);
      await soon(async () => {
        const { status: now, error } = (await newest()) ?? { status: 'none' };
        return now === status || !error
          ? now
          : `${now} (${[error.code, error.hint].filter(Boolean).join(': ')})`;
      }, timeoutMs).toBe(status);
      return (await newest())!;
    },
    statuses: async () =>
      (await viewer.events('purchase')).map(({ value }) => (value as SeenPurchase).status),
    checkAccess: async () =>
      (await evaluate(`runtime.item(${JSON.stringify(film)}).check().then(viewer.plain)`))
        .access as string,
  };
}

/** Opens a shop in a new tab. */
export async function openShop(chromium: RawChromium, url: string, film: Film): Promise<Buyer> {
  const buyer = buyerOf(await chromium.newTab(), film);
  await buyer.page.goto(url);
  return buyer;
}

/** Opens a shop in a new tab, logs in, and goes to the payment provider. */
export async function openProvider(chromium: RawChromium, url: string, film: Film): Promise<Buyer> {
  const buyer = await openShop(chromium, url, film);
  await buyer.logIn();
  await buyer.goToProvider();
  return buyer;
}

/** Presses a button at the payment provider. */
export async function pressProviderButton(
  page: Page,
  choice: 'approve' | 'decline' | 'cancel' | 'slow' | 'back',
): Promise<void> {
  await page.click(`button[value=${choice}]`);
}

/** Pays the order of a payment page. Returns the return address for the test to open. */
export async function payAndGetReturnUrl(
  provider: RunningProvider,
  address: string,
): Promise<string> {
  const query = new URL(address).searchParams;
  const {
    outcome,
    token = '',
    reference = '',
  } = await provider.pay(readOrder(query, ''), 'approve');
  return `${query.get('return')}&token=${token}&reference=${reference}&outcome=${outcome}`;
}
