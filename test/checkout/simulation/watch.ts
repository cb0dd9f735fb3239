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
/** The statuses with which the platform refuses a transaction for good. */
const refusals = [402, 404, 410];

export const entriesOf = (record: unknown): readonly PurchaseRecord[] =>
  ((record as JournalRecord | undefined)?.entries ?? []) as readonly PurchaseRecord[];

export function createWatch(shop: Shop): Watch {
  const broken: string[] = [];
  const entryOfPrepare = new Map<Sent, string>();
  const owners = new Map<string, string>();
  /** The user who verified a receipt, as the page showed when it sent the call. */
  const verifiers = new Map<string, string | undefined>();
  /** Every finish that was ever in the journal. */
  const written = new Set<string>();
  /**
   * Leases use the wall clock. After a jump of the clock another tab may have finished what this
   * tab is about to send.
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

/** The entry that allows this request, preferably the user's own. */
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

/** A frozen page cannot abort a request. Leases use the wall clock, which may jump. */
const mayOverlap = ({ device }: Shop, { at, tab }: Sent): boolean =>
  device.history.lives.findLast((life) => life.tab === tab)?.is === 'frozen' ||
  !isCalm(device.history, ['clocks'], at - leaseMs, device.worldNow());

/** All finishes of a transaction are equal, except after a refusal, and never overlap. */
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

/** An entry is prepared once, unless the answer was lost. */
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

/** The part of the mirror that a killed browser may lose, in ms. */
const killLosesMs = 5000;

/** A receipt belongs to the viewer who verified it. */
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

/** Only its own viewer erases a purchase that was abandoned after its provider was opened. */
const mayBePaid = (
  { forgotBy, device }: Shop,
  { step, providerOpenedAt, owner, changedAt }: PurchaseRecord,
): boolean =>
  step === 'abandoned' &&
  providerOpenedAt !== undefined &&
  !forgotBy.has(owner) &&
  device.wallNow() - changedAt < 29 * dayMs;

/** 10. A purchase keeps its fields, also after forget(), and a settled one holds no secret. */
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

/** 1. Only one purchase of an intent is open. */
function doubled(now: readonly PurchaseRecord[]): string[] {
  const open = now.filter(isOpen).map(({ owner, values }) => `${owner}: ${intentOf(values)}`);
  return open
    .filter((one, index) => open.indexOf(one) !== index)
    .map((one) => `1. two open purchases of ${one}`);
}

/** 4. A purchase has failed or is granted only when the platform or the provider says so. */
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
  return isSaid ? [] : [`4. ${id} of ${owner} has failed without proof`];
}
