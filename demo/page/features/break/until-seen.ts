import type { PurchaseState, Usher } from 'usher-runtime';
import { formatTimeOfDay } from '../../ui/format-date-time.ts';
import type { HeldPayment } from './held-payment.ts';
import type { Sale } from './sales.ts';
import { waitUntil } from './wait-until.ts';
import type { Watch } from './watch.ts';

/** A finish is sent again after 10 and 30 s. */
const withinMs = 60_000;
/** By then the tab has written what the provider said, and could have sent it, in ms. */
const writingMs = 2000;

const findPurchase = (usher: Usher, { transaction }: HeldPayment): PurchaseState | undefined =>
  usher.$purchases.get().find(({ transactionId }) => transactionId === transaction);

const findSale = ({ $evidence }: Watch, { transaction }: HeldPayment): Sale | undefined =>
  $evidence.get()?.sales.find((sale) => sale.transaction === transaction);

/** Resolves at the very change by which a page shows a payment in a status. */
export function untilShown(
  usher: Usher,
  payment: HeldPayment,
  status: PurchaseState['status'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      stop();
      settle();
    };
    const missing = new Error(`No page showed ${payment.title} as ${status}.`);
    const timer = setTimeout(() => end(() => reject(missing)), withinMs);
    const stop = usher.$purchases.listen(() => {
      if (findPurchase(usher, payment)?.status === status) end(resolve);
    });
  });
}

/** Waits until a user is there. @throws when that user sees anything of the payment */
export async function untilHiddenFrom(
  username: string,
  watch: Watch,
  payment: HeldPayment,
): Promise<void> {
  const from = Date.now() + writingMs;
  const isThere = (): boolean => {
    const { at = 0, platformUser } = watch.$evidence.get() ?? {};
    return at > from && platformUser?.name === username;
  };
  await waitUntil(`the platform has ${username}`, isThere, withinMs);
  const { purchases = [] } = watch.$evidence.get() ?? {};
  const isShown = purchases.some(({ transactionId }) => transactionId === payment.transaction);
  if (isShown || findSale(watch, payment)) {
    throw new Error(`${username} sees the payment of ${payment.title}.`);
  }
}

/** Waits until the ledger grants a payment and a page shows it. Answers with what it saw. */
export async function untilGranted(
  usher: Usher,
  watch: Watch,
  payment: HeldPayment,
): Promise<string> {
  const grantedAt = (): number | null | undefined => findSale(watch, payment)?.grantedAt;
  await waitUntil(
    `the ledger grants ${payment.title} and this page shows it`,
    () => Boolean(grantedAt()) && findPurchase(usher, payment)?.status === 'granted',
    withinMs,
  );
  const { chargedAt } = findSale(watch, payment)!; // waited for
  if (chargedAt.length !== 1) {
    throw new Error(`${payment.title} has ${chargedAt.length} charges in the ledger.`);
  }
  return `${payment.title} was charged once, and granted at ${formatTimeOfDay(grantedAt()!)}. This page shows it.`;
}
