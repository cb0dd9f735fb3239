import { leaseMs, type PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { isCalm, type SentRequest } from '../facts.ts';
import type { World } from '../world.ts';
import { fieldsOf, finishId, isOwner, prepareId, sayOfJournal } from './journal.ts';

// Judge 10, on the wire: every prepare and finish that leaves has an earlier durable record, of the
// viewer whom the page shows; a purchase is prepared once at a time; all finishes of a transaction
// are the same and never overlap.

/** Judges a prepare or a finish at the moment at which it leaves. */
export function judgeJournaled(world: World, sent: SentRequest): void {
  const { id, values, page, device, shownUser } = sent;
  if (id !== prepareId && id !== finishId) return;
  const say = (words: string): void =>
    sayOfJournal(world, `${page} sends ${id}?${values.toString()}, ${words}`);
  const entry = entryFor(world, sent);
  if (!entry) {
    if (!isExcused(world, sent)) say('and no durable record says so');
    return;
  }
  if (shownUser !== undefined && !isOwner(shownUser, entry.owner)) {
    say(`for ${entry.owner}, and shows ${shownUser}`);
  }
  if (id === finishId) {
    for (const words of unlikeOthers(world, sent)) say(words);
    return;
  }
  for (const words of preparedBefore(world, sent, entry)) say(words);
  world.facts.journals[device]!.prepares.set(sent.order, entry.id);
}

/** The purchase that allows this request, preferably the user's own. */
function entryFor(
  { facts }: World,
  { id, values, device, shownUser }: SentRequest,
): PurchaseRecord | undefined {
  const wire = fieldsOf(Object.fromEntries(values));
  const all = facts.journals[device]!.entries.filter(({ step, finish, values: deal }) =>
    id === finishId
      ? finish && fieldsOf(finish) === wire
      : step === 'preparing' && fieldsOf(deal) === wire,
  );
  return all.find(({ owner }) => isOwner(shownUser ?? null, owner)) ?? all[0];
}

/**
 * A page may finish a transaction that is granted already: it stays granted, whatever the answer
 * is. A database that was deleted a moment ago had the record. Leases use the wall clock: after a
 * jump of the clock another tab may have finished what this tab is about to send.
 */
function isExcused(world: World, { id, values, device }: SentRequest): boolean {
  const { facts, now } = world;
  if (!isCalm(facts, device, ['cleared'], now() - leaseMs, now())) return true;
  const { entries, finishes } = facts.journals[device]!;
  const transactionId = values.get('transactionID');
  const wasWritten = finishes.has(fieldsOf(Object.fromEntries(values)));
  const isGranted = entries.some(
    (record) => record.step === 'granted' && record.transactionID === transactionId,
  );
  const hasJumped = !isCalm(facts, device, ['clocks'], now() - leaseMs, now());
  return id === finishId && (isGranted || (wasWritten && hasJumped));
}

/** A lease begins before the write of its record, and the request leaves after it, in ms. */
const writingMs = 100;

/**
 * A frozen page cannot abort a request. A hidden page does it up to a
 * minute late, when the lease may have ended. A lease is no lease when the clock has jumped or its
 * database was deleted.
 */
function mayOverlap({ facts, now }: World, { at, page, device }: SentRequest): boolean {
  const life = facts.lives.findLast((one) => one.page === page)?.life;
  const isLeaseOver = now() - at >= leaseMs - writingMs;
  return (
    life === 'frozen' ||
    (life === 'throttled' && isLeaseOver) ||
    !isCalm(facts, device, ['clocks', 'cleared'], at - leaseMs, now())
  );
}

/** The earlier requests among these that are still under way. */
const underWay = (world: World, others: readonly SentRequest[]): string[] =>
  others
    .filter((other) => other.endedAt === undefined && !mayOverlap(world, other))
    .map(({ page, at }) => `while that of ${page} from ${at} is under way`);

/** The statuses of the platform after which another answer of the provider may be sent. */
const refusals = [400, 402, 403, 404, 409, 410, 422];

/** Whether the page knows that the platform has refused a request, for good or not. */
const wasRefused = ({ status = 0, heardAt }: SentRequest): boolean =>
  heardAt !== undefined && refusals.includes(status);

/** All finishes of a transaction are the same, but after a refusal, and never overlap. */
function unlikeOthers(world: World, sent: SentRequest): string[] {
  const { facts, now } = world;
  const { values, device, order } = sent;
  const others = facts.sent.filter(
    (other) =>
      other.id === finishId &&
      other.device === device &&
      other.order < order &&
      other.values.get('transactionID') === values.get('transactionID'),
  );
  const unlike = others.findLast((other) => other.values.toString() !== values.toString());
  const isAllowed =
    !unlike ||
    // A database that was deleted had the other one.
    !isCalm(facts, device, ['cleared'], unlike.at - leaseMs, now()) ||
    others.some(
      (other) => other.values.toString() === unlike.values.toString() && wasRefused(other),
    );
  return [
    ...(isAllowed ? [] : [`unlike ${unlike.values.toString()} at ${unlike.at}`]),
    ...underWay(world, others),
  ];
}

/** A purchase is prepared once, unless the answer was lost. */
function preparedBefore(
  world: World,
  { device, order }: SentRequest,
  { id, transactionID }: PurchaseRecord,
): string[] {
  const { facts } = world;
  const { prepares } = facts.journals[device]!;
  const others = facts.sent.filter(
    (other) => other.order < order && prepares.get(other.order) === id,
  );
  return [
    ...(transactionID ? [`which was made already: ${transactionID}`] : []),
    ...underWay(world, others),
  ];
}
