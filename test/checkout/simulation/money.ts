import { intentOf } from '../../../src/checkout/purchase/purchase-record.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import type { Arrival, Shop } from './simulated-shop.ts';

/** The time in which a page stores the return in its address. */
const writingMs = 5000;
/** The time in which a page repeats a failed write. */
const writingAgainMs = 140_000;

/**
 * Whether a page had time and a working journal to store its return. Until then the return is only
 * in the address, and a killed browser loses it.
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
 * Another login changed the user of the session before this device could know, so the platform made
 * the transaction for the other user. A request names only its session, so a page cannot tell.
 */
export const isMistaken = ({ payments }: Shop, { transactionID, owner }: PurchaseRecord): boolean =>
  payments.transactions.get(transactionID ?? '')?.user !== owner;

/**
 * A late outcome came for an abandoned purchase while the same intent is pending at another
 * provider. Only one purchase of an intent is open, so the late one waits.
 */
const isInLine = (
  { entries }: Shop,
  { id, owner, laterFinishes, values }: PurchaseRecord,
): boolean =>
  !!laterFinishes?.length &&
  entries().some(
    (each) =>
      each.id !== id &&
      each.step === 'pending' &&
      each.owner === owner &&
      intentOf(each.values) === intentOf(values),
  );

/**
 * 4. A payment that has returned is granted once, or pending as long as the provider is. No
 * transaction is charged twice.
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
      const report = `4. ${id}, charged ${charges} times, granted ${grants} times, at step ${entry?.step}`;
      if (charges > 1 || grants > charges) return [report];
      // forget() erases granted purchases of all users, and the viewer's own abandoned ones.
      const isForgotten = !entry && forgotBy.size > 0 && (grants === charges || forgotBy.has(user));
      if (!isBack || isForgotten || (entry && (isMistaken(shop, entry) || isInLine(shop, entry)))) {
        return [];
      }
      const isSettled = charges
        ? entry?.step === 'granted' && grants === 1
        : entry?.step === 'pending';
      return isSettled ? [] : [report];
    });
}
