import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import {
  dayMs,
  intentOf,
  isOpen,
  leaseMs,
} from '../../../src/checkout/purchase/purchase-record.ts';
import type { JournalRecord } from '../../../src/checkout/purchase/journal.ts';
import { isCalm } from '../../session/simulation/history.ts';
import type { Sent } from '../../session/simulation/history.ts';
import type { Shop, Watch } from './simulated-shop.ts';

const prepareId = 'payment/preparetransaction';
const finishId = 'payment/finishtransaction';
/** By these the platform refuses a transaction for good. */
const refusals = [402, 404, 410];

export const entriesOf = (record: unknown): readonly PurchaseRecord[] =>
  ((record as JournalRecord | undefined)?.entries ?? []) as readonly PurchaseRecord[];

export function createWatch(shop: Shop): Watch {
  const broken: string[] = [];
  const entryOfPrepare = new Map<Sent, string>();
  const owners = new Map<string, string>();
  /** Who verified a receipt, as the page showed when the call left. */
  const verifiers = new Map<string, string | undefined>();
  /** Every finish that ever stood in the journal. */
  const written = new Set<string>();
  /**
   * Leases go by the wall clock: where it has just jumped, another tab may have finished what this
   * one is about to send.
   */
  const isOvertaken = (values: URLSearchParams): boolean =>
    written.has(fields(Object.fromEntries(values))) &&
    !isCalm(
      shop.device.history,
      ['clocks'],
      shop.device.worldNow() - leaseMs,
      shop.device.worldNow(),
    );
  let before: readonly PurchaseRecord[] = [];
  const say = (words: string): void =>
    void broken.push(`${(shop.device.worldNow() / 1000).toFixed(3)} s: ${words}`);
  return {
    broken,
    owners,
    say,
    committed() {
      const now = shop.entries();
      for (const entry of now) {
        const earlier = before.find(({ id }) => id === entry.id);
        if (earlier?.step !== entry.step) for (const words of unproved(shop, entry)) say(words);
      }
      for (const words of [
        ...lost(shop, before, now),
        ...doubled(now),
        ...misowned(shop, now, verifiers),
      ]) {
        say(words);
      }
      for (const { id, owner, finish } of now) {
        owners.set(id, owner);
        if (finish) written.add(fields(finish));
      }
      before = now;
      if (shop.killAfter && --shop.killAfter === 0) {
        shop.device.time.schedule(0, () => shop.device.kill(killLosesMs));
      }
    },
    leaves({ id, values, tab }, user) {
      if (id === 'payment/verifyinapptransaction') verifiers.set(values.get('receipt')!, user);
      if (id !== prepareId && id !== finishId) return;
      const entry = entryFor(shop.entries(), id, values, user);
      const what = `${tab} sends ${id}?${values.toString()}`;
      if (!entry && id === finishId && isOvertaken(values)) return;
      if (!entry) {
        return say(`2. ${what}, and no durable record says so: ${JSON.stringify(shop.entries())}`);
      }
      if (entry.owner !== user) say(`${what} for ${entry.owner}, and shows ${user}`);
      if (id === finishId) {
        for (const words of unlikeOthers(shop, values)) say(`3. ${what}, ${words}`);
      } else {
        for (const words of preparedBefore(shop, entryOfPrepare, entry)) say(`${what}, ${words}`);
      }
      if (id === prepareId) {
        queueMicrotask(() =>
          entryOfPrepare.set(
            shop.device.history.sent.findLast((sent) => sent.id === id && sent.tab === tab)!,
            entry.id,
          ),
        );
      }
    },
  };
}

const fields = (values: object): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort()
    .join('&');

/** The entry that says that this is to be sent: the user's own, if there is one. */
function entryFor(
  entries: readonly PurchaseRecord[],
  id: string,
  values: URLSearchParams,
  user: string | undefined,
): PurchaseRecord | undefined {
  const wire = fields(Object.fromEntries(values));
  const all = entries.filter(({ step, finish, values: deal }) =>
    id === finishId
      ? finish && fields(finish) === wire
      : step === 'preparing' && fields(deal) === wire,
  );
  return all.find(({ owner }) => owner === user) ?? all[0];
}

const isRefused = ({ status, isHeard }: Sent): boolean => !!isHeard && refusals.includes(status!);

/**
 * A page that stands still cannot give up what it has sent; leases are counted by the wall clock.
 */
const mayOverlap = ({ device }: Shop, { at, tab }: Sent): boolean =>
  device.history.lives.findLast((life) => life.tab === tab)?.is === 'frozen' ||
  !isCalm(device.history, ['clocks'], at - leaseMs, device.worldNow());

/**
 * All finishes of a transaction are alike, but for what comes after a refusal, and one after the
 * other.
 */
function unlikeOthers(shop: Shop, values: URLSearchParams): string[] {
  const { history } = shop.device;
  const others = history.sent.filter(
    (sent) =>
      sent.id === finishId && sent.values.get('transactionID') === values.get('transactionID'),
  );
  const unlike = others.findLast((sent) => sent.values.toString() !== values.toString());
  const isExcused =
    !unlike ||
    others.some((sent) => sent.values.toString() === unlike.values.toString() && isRefused(sent));
  return [
    ...(isExcused ? [] : [`unlike ${unlike.values.toString()} at ${unlike.at}`]),
    ...others
      .filter((sent) => sent.endedAt === undefined && !mayOverlap(shop, sent))
      .map(({ tab, at }) => `while that of ${tab} from ${at} is under way`),
  ];
}

/** An entry is prepared once, unless its answer was lost. */
function preparedBefore(
  shop: Shop,
  entryOfPrepare: ReadonlyMap<Sent, string>,
  { id, transactionID }: PurchaseRecord,
): string[] {
  const others = shop.device.history.sent.filter((sent) => entryOfPrepare.get(sent) === id);
  return [
    ...(transactionID ? [`which was made already: ${transactionID}`] : []),
    ...others
      .filter((sent) => sent.endedAt === undefined && !mayOverlap(shop, sent))
      .map(({ tab, at }) => `while that of ${tab} from ${at} is under way`),
  ];
}

/** What a killed browser may lose of the mirror. */
const killLosesMs = 5000;

/** A receipt is that of the viewer who verified it. */
function misowned(
  { payments }: Shop,
  now: readonly PurchaseRecord[],
  verifiers: ReadonlyMap<string, string | undefined>,
): string[] {
  return now.flatMap(({ id, owner, transactionID }) => {
    const receipt = payments.verified.get(transactionID ?? '');
    return receipt === undefined || verifiers.get(receipt) === owner
      ? []
      : [`the receipt ${id} of ${verifiers.get(receipt)} is kept as that of ${owner}`];
  });
}

/** Only its own viewer erases what was given up after its provider was opened. */
const mayBePaid = (
  { forgotBy, device }: Shop,
  { step, leftAt, owner, changedAt }: PurchaseRecord,
): boolean =>
  step === 'abandoned' &&
  leftAt !== undefined &&
  !forgotBy.has(owner) &&
  device.wallNow() - changedAt < 29 * dayMs;

/**
 * 10. Nothing of a purchase gets lost on the way, also by forgetting, and what is settled holds no
 * secret.
 */
function lost(
  shop: Shop,
  before: readonly PurchaseRecord[],
  now: readonly PurchaseRecord[],
): string[] {
  return [
    ...before.flatMap((earlier) => {
      const entry = now.find(({ id }) => id === earlier.id);
      if (!entry) {
        return isOpen(earlier) || mayBePaid(shop, earlier)
          ? [`10. the ${earlier.step} purchase ${earlier.id} is gone`]
          : [];
      }
      const same = ['owner', 'transactionID', 'state', 'startedAt'] as const;
      return same
        .filter((name) => earlier[name] !== undefined && earlier[name] !== entry[name])
        .map((name) => `10. ${entry.id} has lost its ${name}`);
    }),
    ...now
      .filter((entry) => !isOpen(entry) && entry.finish)
      .map(({ id }) => `10. ${id} is settled, and holds its finish`),
  ];
}

/** 1. One open purchase of an intent. */
function doubled(now: readonly PurchaseRecord[]): string[] {
  const open = now.filter(isOpen).map(({ owner, values }) => `${owner}: ${intentOf(values)}`);
  return open
    .filter((one, index) => open.indexOf(one) !== index)
    .map((one) => `1. two open purchases of ${one}`);
}

/** 4. Nothing has failed, or is granted, that platform or provider have not said. */
function unproved(
  { device, payments, provider }: Shop,
  { id, step, transactionID, owner }: PurchaseRecord,
): string[] {
  const { sent } = device.history;
  if (step === 'verifying' || step === 'granted') {
    return payments.transactions.get(transactionID!)?.grants ||
      payments.verified.has(transactionID!)
      ? []
      : [`4. ${id} is ${step}, and its transaction is not finished`];
  }
  if (step !== 'failed') return [];
  const isSaid = transactionID
    ? provider.refused.has(transactionID) ||
      sent.some(
        (one) =>
          one.id === finishId &&
          one.values.get('transactionID') === transactionID &&
          isRefused(one),
      )
    : sent.some(
        (one) => one.id === prepareId && one.isHeard && one.status! >= 400 && one.status! < 500,
      );
  return isSaid ? [] : [`4. ${id} of ${owner} has failed, and nobody said so`];
}
