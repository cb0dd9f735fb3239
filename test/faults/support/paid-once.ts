import { expect } from '@playwright/test';
import type { RunningPlatform } from '../../../demo/platform/start-platform.ts';
import type { RunningProvider } from '../../../demo/provider/start-provider.ts';
import { mostAtOnce, type Arrival, type Arrivals } from './arrivals.ts';

/** A request's fields as they were sent. */
export const bytesOf = ({ query, body }: Arrival): string => `${String(query)} ${String(body)}`;

/** The finishes of a transaction in order; without a transaction, all. */
export function finishesOf(arrivals: Arrivals, transactionID?: string | null): readonly Arrival[] {
  return arrivals
    .of('payment/finishtransaction')
    .filter(({ query }) => !transactionID || query.get('transactionID') === transactionID);
}

/** All finishes of a transaction had the same bytes, one after the other. */
export function expectSameFinishes(arrivals: Arrivals, transactionID?: string | null): void {
  const finishes = finishesOf(arrivals, transactionID);
  expect(new Set(finishes.map(bytesOf)).size, 'finishes that differ').toBeLessThanOrEqual(1);
  expect(mostAtOnce(finishes), 'finishes at one time').toBeLessThanOrEqual(1);
}

interface Parties {
  readonly provider: RunningProvider;
  readonly platform: RunningPlatform;
  readonly faultProxy: { readonly arrivals: Arrivals };
  readonly domain: number;
}

/**
 * The provider has charged a transaction once, the platform has granted it once, and its ledger
 * agrees.
 */
export async function expectPaidOnce(
  { provider, platform, faultProxy, domain }: Parties,
  transactionID: string | null,
): Promise<void> {
  expect(provider.payments.filter(({ transaction }) => transaction === transactionID)).toHaveLength(
    1,
  );
  const { rows, problems } = await platform.ledger(domain);
  expect(
    rows.filter(({ transaction }) => transaction === transactionID).map(({ kind }) => kind),
  ).toEqual(['prepared', 'paid', 'finished']);
  expect(problems).toEqual([]);
  expectSameFinishes(faultProxy.arrivals, transactionID);
}
