import type { Receipt } from '../../../src/index.ts';
import { intentOf } from '../buy-calls.ts';
import { isCalm, timeText, type Arrival } from '../facts.ts';
import type { PlatformTransaction } from '../payments.ts';
import type { Visit } from '../provider.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { isMonthAhead, isOfUser } from './knowledge.ts';
import { rememberingMs, takenPayments, type TakenPayment } from './taken-payments.ts';

// Judge 1: every payment that the provider took is granted to the viewer who made it, or is visible
// as open and still being tried.

/** What is wrong with the payments of a viewer who is back and has waited. */
export function judgeMoney(world: World, buyer: string | null): string[] {
  return takenPayments(world)
    .filter((payment) => (payment.buyer ?? null) === buyer && payment.visit.device === 0)
    .flatMap((payment) => {
      const { transaction, charge } = payment;
      const words = whatIsWrong(world, payment);
      return words
        ? [
            `1. ${nameOfUser(buyer)} paid ${transaction.id} (${intentOf(transaction.terms)}) at ${timeText(charge.at)}: ${words}`,
          ]
        : [];
    });
}

/**
 * What is over is kept for 30 days. A return that comes later belongs to no purchase, and after
 * another 30 days an erasure erases it.
 */
function isErasedUnmatched({ facts, now }: World, arrival: Arrival): boolean {
  return (
    !isCalm(facts, 0, ['clocks'], 0, now()) &&
    facts.calls.some(
      ({ device, name, at }) =>
        device === 0 && /^(forget|withdraw)$/.test(name) && at >= arrival.at,
    )
  );
}

function whatIsWrong(
  world: World,
  { transaction, arrival, buyer }: TakenPayment,
): string | undefined {
  const { facts, now, devices } = world;
  if (transaction.user !== buyer && transaction.user !== null) {
    if (isOfUser(facts, transaction, buyer)) return undefined;
    return `granted to ${nameOfUser(transaction.user)}`;
  }
  if (transaction.grantedAt !== undefined) return undefined;
  if (transaction.isDeleted) return whatIsWrongWithoutPurchase(world, arrival);
  const shown = devices[0]!
    .pages()
    .flatMap(({ usher }) => usher.$purchases.get())
    .find(({ transactionId }) => transactionId === transaction.id);
  const isOpen = !!shown && /^(finishing|pending|verifying)$/.test(shown.status);
  const isTried = isOpen && isBeingTried(world, transaction.id);
  if (!isCalm(facts, 0, ['cleared'], 0, now())) {
    // The journal may have been deleted before the purchase began, and has it.
    return isTried ? undefined : whatIsWrongWithoutPurchase(world, arrival);
  }
  if (!arrival) {
    // The device has no word of the payment. The viewer may have erased the purchase, the provider
    // may have refused it before, and what is over is kept for 30 days.
    const isErased = facts.calls.some(
      ({ device, name }) => device === 0 && /^(forget|withdraw)$/.test(name),
    );
    const isRefused = world.provider.refused.has(transaction.id);
    const isOld = isAbandonedLong(world) || !isCalm(facts, 0, ['clocks'], transaction.at, now());
    return shown || isErased || isRefused || isOld ? undefined : 'it is not visible';
  }
  if (isLostWithDatabase(world, arrival)) return undefined;
  // The viewer has erased the purchase, which was given up. What comes back is handed to the page.
  const isErased = facts.erased.some(
    ({ device, at }) => device === 0 && at > transaction.at && at < arrival.at,
  );
  if (!shown && isErased) return whatIsWrongWithoutPurchase(world, arrival);
  const isHanded = !!arrival.token && world.handedTokens.has(arrival.token);
  if (!shown && (isHanded || isErasedUnmatched(world, arrival))) return undefined;
  if (!shown) return 'it came back, is not granted and not visible';
  if (isOpen) return isTried ? undefined : `it is ${shown.status}, and not tried`;
  return `it came back, and is ${shown.status}${shown.error ? ` (${shown.error.code} ${shown.error.hint ?? ''})` : ''}`;
}

/**
 * A viewer who clears the site's data takes the journal away, and one who erases it takes away what
 * was given up. What comes back after that is handed to the page.
 */
function whatIsWrongWithoutPurchase(
  world: World,
  arrival: Arrival | undefined,
): string | undefined {
  if (!arrival?.token) return undefined;
  const { facts, handedTokens, arrivals, now } = world;
  const isClearedLater = !isCalm(facts, 0, ['cleared'], arrival.at, now());
  const isLost = isClearedLater || isLostWithDatabase(world, arrival);
  // The device keeps the last five, for 30 days by its clock.
  const isOld =
    arrivals.length > 5 || isMonthAhead(world, 0, arrival.at) || isErasedUnmatched(world, arrival);
  if (isLost || isOld || !arrival.address) return undefined;
  return handedTokens.has(arrival.token)
    ? undefined
    : 'it came back, and was not handed to the page';
}

/**
 * No store took what came: the database failed, and localStorage refused it or was not on the disk
 * when the browser was killed. An address lasts as long as its tab shows it: a viewer who goes on
 * to another page while the database still fails takes the last copy away.
 */
function isLostWithDatabase({ facts }: World, arrival: Arrival): boolean {
  const { at, address, leftAt = Infinity, isRestored } = arrival;
  const isFaulty = (kind: 'database' | 'killed' | 'storage'): boolean =>
    !isCalm(facts, 0, [kind], at, at + rememberingMs);
  const isLeft =
    !isRestored &&
    facts.faults.some(
      ({ kind, device, from, to }) =>
        kind === 'database' && device === 0 && from <= at + rememberingMs && to >= leftAt,
    );
  const hasNoAddress = address === '' || isLeft;
  return isFaulty('database') && (isFaulty('storage') || (hasNoAddress && isFaulty('killed')));
}

/** Every transaction that a viewer was granted on the device is among the receipts. */
export function judgeReceipts(
  { facts, platform, provider, now }: World,
  buyer: string | null,
  receipts: readonly Receipt[] | undefined,
): string[] {
  const isErased = facts.calls.some(
    ({ device, name }) => device === 0 && /^(forget|withdraw)$/.test(name),
  );
  const isCertain = receipts && !isErased && isCalm(facts, 0, ['cleared', 'clocks'], 0, now());
  if (!isCertain || buyer === null) return [];
  const granted = new Set(
    facts.sent
      .filter(
        ({ id, device, heardAt, status }) =>
          id === 'payment/finishtransaction' && device === 0 && !!heardAt && status === 200,
      )
      .map(({ values }) => values.get('transactionID')!),
  );
  return (
    [...granted]
      .map((id) => platform.payments.transactions.get(id))
      .filter((each) => each?.user === buyer && each.grantedAt !== undefined)
      // The platform gave the session to this user. The device has the purchase of another one.
      .filter((each) => !provider.visits.some(isOfAnother(each!)))
      .filter((each) => !receipts.some(({ transactionId }) => transactionId === each!.id))
      .map((each) => `1. ${nameOfUser(buyer)} was granted ${each!.id}, and has no receipt of it`)
  );
}

/** After a day without a return a purchase is abandoned, and not among those that are shown. */
const isAbandonedLong = ({ now }: World): boolean => now() > 86_400_000;

/** A finish is repeated every five minutes. */
const tryingMs = 620_000;

const isBeingTried = ({ facts, now }: World, transactionId: string): boolean =>
  facts.sent.some(
    ({ id, values, at }) =>
      id === 'payment/finishtransaction' &&
      values.get('transactionID') === transactionId &&
      now() - at < tryingMs,
  );

/** At rest, the open pages of a viewer still try what is not settled. */
export function judgeTrying(world: World): string[] {
  const { devices, facts } = world;
  return devices[0]!
    .pages()
    .filter(({ isDisposed, usher }) => !isDisposed && usher.$session.get().status === 'ready')
    .flatMap(({ name, usher }) =>
      usher.$purchases
        .get()
        .filter(
          ({ status, transactionId }) =>
            (status === 'finishing' || status === 'pending') &&
            transactionId !== null &&
            !isBeingTried(world, transactionId),
        )
        .map(
          ({ status, transactionId }) =>
            `1. ${name} shows ${transactionId} as ${status}, and has not tried it for ten minutes (${facts.sent.length} requests)`,
        ),
    );
}

/** Whether another viewer than the platform's user of a transaction was at the provider for it. */
const isOfAnother =
  ({ id, user }: PlatformTransaction) =>
  (visit: Visit): boolean =>
    visit.payment.transactionId === id && visit.user !== user;
