import { intentOf } from '../../../src/checkout/purchase/purchase-record.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import type { Arrival, Shop } from './simulated-shop.ts';

/** A page writes down within that time what it was opened with. */
const writingMs = 5000;
/** A page that could not write tries again. */
const writingAgainMs = 140_000;

/**
 * Whether a page had time and a journal to write down what came back: at once, or later. Before it
 * has, the return is in the address only, and nobody can keep it over a kill.
 */
function isKept({ device, closed }: Shop, { tab, at }: Arrival): boolean {
  const { history } = device;
  const lives = history.lives
    .filter((life) => life.tab === tab)
    .map((life) => ({ is: life.is, at: life.t }));
  const awake = lives.flatMap((life, index) =>
    life.is === 'awake' || life.is === 'throttled'
      ? [{ from: Math.max(life.at, at), to: lives[index + 1]?.at ?? device.time.now() }]
      : [],
  );
  const open = awake.flatMap(({ from, to }) => {
    const shut = closed.filter((one) => one.from < to && one.to > from);
    const starts = [from, ...shut.map((one) => one.to)].filter(
      (start) => !shut.some((one) => one.from <= start && one.to > start),
    );
    return starts
      .map((start) => ({
        from: start,
        to: Math.min(to, ...shut.filter((one) => one.from >= start).map((one) => one.from)),
      }))
      .filter((one) => one.to > one.from);
  });
  return open.some(({ from, to }) => to - from >= (from === at ? writingMs : writingAgainMs));
}

/**
 * The session became another viewer's on its way, before this device could know: the platform made
 * the transaction for them. A request says only the session, so no page can tell.
 */
export const isMistaken = ({ payments }: Shop, { transactionID, owner }: PurchaseRecord): boolean =>
  payments.transactions.get(transactionID ?? '')?.user !== owner;

/**
 * A later word came for what was given up, while the same is pending at another provider: of one
 * intent one is open, and this one follows it.
 */
const isInLine = ({ entries }: Shop, { id, owner, later, values }: PurchaseRecord): boolean =>
  !!later?.length &&
  entries().some(
    (each) =>
      each.id !== id &&
      each.step === 'pending' &&
      each.owner === owner &&
      intentOf(each.values) === intentOf(values),
  );

/**
 * 4. What was paid and has come back is granted once, or pending while the provider is. Nobody is
 * charged twice for a transaction.
 */
export function brokenMoney(shop: Shop, user: string): string[] {
  const { payments, provider, arrivals, entries, forgotBy } = shop;
  return [...payments.transactions.values()]
    .filter((transaction) => transaction.user === user)
    .flatMap(({ id, grants }) => {
      const entry = entries().find(({ transactionID }) => transactionID === id);
      const charges = provider.charges.get(id) ?? 0;
      const isBack = arrivals.some(
        (arrival) =>
          arrival.transactionID === id &&
          /approved|pending/.test(arrival.outcome) &&
          isKept(shop, arrival),
      );
      const stands = `4. ${id}, charged ${charges} times, granted ${grants} times, stands as ${entry?.step}`;
      if (charges > 1 || grants > charges) return [stands];
      // forget() erases what is granted, of anybody, and what its own viewer gave up.
      const isForgotten = !entry && forgotBy.size > 0 && (grants === charges || forgotBy.has(user));
      if (!isBack || isForgotten || (entry && (isMistaken(shop, entry) || isInLine(shop, entry)))) {
        return [];
      }
      const isSettled = charges
        ? entry?.step === 'granted' && grants === 1
        : entry?.step === 'pending';
      return isSettled ? [] : [stands];
    });
}
