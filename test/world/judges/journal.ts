import {
  dayMs,
  isSameIntent,
  isUnsettled,
  type PurchaseRecord,
} from '../../../src/checkout/purchase/purchase-record.ts';
import { timeText, type JournalFacts, type SentRequest } from '../facts.ts';
import type { World } from '../world.ts';
import { isFilmKnown } from './knowledge.ts';

// Judge 10: the journal says what is sent and what became of it. At most one purchase of a viewer
// and an intent is open, beside those that wait for their provider, a purchase keeps its fields, a
// settled one holds no secret, and one is granted or has failed only when the platform or a
// verified provider said so.

export const prepareId = 'payment/preparetransaction';
export const finishId = 'payment/finishtransaction';

/** The statuses with which the platform refuses a transaction for good. */
const refusals = [402, 404, 410];

export const isRefused = ({ status = 0, heardAt }: SentRequest): boolean =>
  heardAt !== undefined && refusals.includes(status);

/** Whether a user, or the viewer without one, is the owner whom the journal names. */
export const isOwner = (user: string | null, owner: string): boolean =>
  user === null ? owner.startsWith('anonymous ') : user === owner;

export const sayOfJournal = ({ facts, now }: World, words: string): void => {
  if (facts.broken.length < 50) facts.broken.push(`${timeText(now())}: 10. ${words}`);
};

const entriesOf = (record: unknown): readonly PurchaseRecord[] => {
  const { entries } = Object(record) as { entries?: readonly PurchaseRecord[] };
  return Array.isArray(entries) ? entries : [];
};

/** The purchases that a device has committed. */
const committedOn = ({ devices }: World, index: number): readonly PurchaseRecord[] =>
  [...(devices[index]!.database.stores().get('journal') ?? [])]
    .filter(([name]) => !/\|(returns|unknown-returns)$/.test(name))
    .flatMap(([, record]) => entriesOf(record));

/** The fields of a request, in one order and as the wire has them. */
export const fieldsOf = (values: object): string =>
  Object.entries(values)
    .filter(([name, value]) => value !== undefined && name !== 'cfo')
    .map(([name, value]) => `${name}=${typeof value === 'boolean' ? Number(value) : value}`)
    .sort()
    .join('&');

/** Judges what a device has just committed. */
export function judgeJournal(world: World, index: number): void {
  const journal = world.facts.journals[index]!;
  const now = committedOn(world, index);
  const before = journal.entries;
  for (const entry of now) {
    const earlier = before.find(({ id }) => id === entry.id);
    if (earlier?.step === entry.step) continue;
    const words = unproved(world, index, entry);
    if (words) sayOfJournal(world, words);
  }
  const said = [...lost(world, index, before, now), ...secrets(now), ...doubled(world, index, now)];
  for (const words of [...said, ...misowned(world, now)]) sayOfJournal(world, words);
  noteEntries(journal, now);
}

function noteEntries(journal: JournalFacts, now: readonly PurchaseRecord[]): void {
  for (const { id, owner, finish } of now) {
    journal.owners.set(id, owner);
    if (finish) journal.finishes.add(fieldsOf(finish));
  }
  journal.entries = now;
}

/** The viewer deletes the database: nothing of the journal is left. */
export function forgetJournal({ facts }: World, index: number): void {
  facts.journals[index]!.entries = [];
}

/** A purchase has failed or is granted only when the platform or a verified provider says so. */
function unproved(
  { facts, platform, provider }: World,
  index: number,
  { id, step, transactionID = '', owner }: PurchaseRecord,
): string | undefined {
  const { transactions, grants } = platform.payments;
  if (step === 'verifying' || step === 'granted') {
    const isSaid =
      transactions.get(transactionID)?.grantedAt !== undefined ||
      grants.some((grant) => grant.transactionId === transactionID);
    return isSaid ? undefined : `${id} is ${step}, and its transaction is not finished`;
  }
  if (step !== 'failed') return undefined;
  const sent = facts.sent.filter(({ device }) => device === index);
  const isSaid = transactionID
    ? provider.refused.has(transactionID) || isRefusedFinish(sent, transactionID)
    : sent.some(isRefusedPrepare);
  return isSaid ? undefined : `${id} of ${owner} has failed without proof`;
}

const isRefusedFinish = (sent: readonly SentRequest[], transactionId: string): boolean =>
  sent.some(
    (one) =>
      one.id === finishId && one.values.get('transactionID') === transactionId && isRefused(one),
  );

const isRefusedPrepare = ({ id, heardAt, status = 0 }: SentRequest): boolean =>
  id === prepareId && heardAt !== undefined && status >= 400 && status < 500;

/** The fields that never change. */
const lasting = ['owner', 'transactionID', 'state', 'startedAt'] as const;

/** A purchase keeps its fields, and an open one stays. */
function lost(
  world: World,
  index: number,
  before: readonly PurchaseRecord[],
  now: readonly PurchaseRecord[],
): string[] {
  return before.flatMap((earlier) => {
    const entry = now.find(({ id }) => id === earlier.id);
    if (entry) {
      return lasting
        .filter((name) => earlier[name] !== undefined && earlier[name] !== entry[name])
        .map((name) => `${entry.id} has lost its ${name}`);
    }
    return isUnsettled(earlier) || mayBePaid(world, index, earlier)
      ? [`the ${earlier.step} purchase ${earlier.id} of ${earlier.owner} is gone`]
      : [];
  });
}

/**
 * A late return may prove a payment of a purchase that was abandoned after its provider was opened.
 * Only its own viewer erases it, and only time removes it.
 */
function mayBePaid(
  { facts, devices }: World,
  index: number,
  { step, providerOpenedAt, owner, changedAt }: PurchaseRecord,
): boolean {
  const isErased = facts.calls.some(
    ({ name, user, device, page, calledAt }) =>
      device === index &&
      /^(forget|withdraw)$/.test(name) &&
      (user === undefined ||
        isStatic(facts, page, calledAt) ||
        isOwner(user, owner) ||
        lastUserOf(facts, page, calledAt) === owner),
  );
  return (
    step === 'abandoned' &&
    providerOpenedAt !== undefined &&
    !isErased &&
    devices[index]!.wallNow() - changedAt < 29 * dayMs
  );
}

/** Whether a page shows static details at a time. It does not know the user of its device. */
const isStatic = ({ shown }: World['facts'], name: string, at: number): boolean =>
  shown.findLast((one) => one.page === name && one.at < at)?.status === 'static';

/** The last user whom a page has shown by a time: after a logout too. */
const lastUserOf = (
  { shown }: World['facts'],
  name: string,
  at: number,
): string | null | undefined =>
  shown.findLast((one) => one.page === name && one.at <= at && !!one.user)?.user;

/** A settled purchase holds no secret. */
const secrets = (now: readonly PurchaseRecord[]): string[] =>
  now
    .filter((entry) => !isUnsettled(entry) && entry.finish)
    .map(({ id }) => `${id} is settled, and holds its finish`);

/**
 * One purchase of a viewer and an intent is open. One that the platform has taken is not: while it
 * is pending, or its finish has failed, another one may be paid.
 */
function doubled({ facts }: World, index: number, now: readonly PurchaseRecord[]): string[] {
  const isKnown = isFilmKnown(facts, index);
  const active = now.filter(
    (record) =>
      isUnsettled(record) &&
      !['pending', 'verifying'].includes(record.step) &&
      !(record.step === 'finishing' && record.error),
  );
  return active.flatMap((record, index) => {
    const { operation, streamtype, item } = record.values;
    const { owner } = record;
    return (
      active
        .slice(0, index)
        .filter((other) => other.owner === owner && isSameIntent(other, record))
        // A page may give the global ID with a later click, when two are open already.
        .filter((other) => isKnown || other.values.streamtype === streamtype)
        .map(() => `two open purchases of ${owner}: ${[operation, streamtype, item].join('|')}`)
    );
  });
}

/** A receipt belongs to the viewer whom the page showed when the call was sent. */
function misowned({ facts, platform }: World, now: readonly PurchaseRecord[]): string[] {
  return now.flatMap(({ id, owner, transactionID }) => {
    if (transactionID === undefined) return [];
    const grant = platform.payments.grants.find((each) => each.transactionId === transactionID);
    if (!grant) return [];
    const sent = facts.sent.find(
      (one) => one.id.startsWith('payment/') && [...one.values.values()].includes(grant.mark),
    );
    if (!sent || sent.shownUser === undefined || isOwner(sent.shownUser, owner)) return [];
    return [`the receipt ${id} of ${sent.shownUser} is kept as that of ${owner}`];
  });
}
