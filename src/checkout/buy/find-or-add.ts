import { randomToken } from '../../browser/random-token.ts';
import { purchaseInProgress } from '../../errors/purchase-in-progress-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import type { CheckoutContext } from '../context.ts';
import { withoutReturn } from '../providers/address.ts';
import { isSameDeal } from '../purchase/deal.ts';
import { advance } from '../purchase/machine.ts';
import { isOwnerOf, ownerNameOf, type Buyer } from '../purchase/ownership.ts';
import type { PurchaseNames } from '../purchase/purchase-names.ts';
import {
  awaitsPayment,
  isSameIntent,
  isUnsettled,
  type Intent,
  type PrepareValues,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { returnMark } from '../return/store-return.ts';
import { findUnread } from '../return/waiting-returns.ts';
import type { Click } from './buy-values.ts';

/** A second click so soon after the grant does not mean a second payment. */
const impatientMs = 5000;

/** When a click was made, and what the page knew of the access then. */
type ClickTimes = Pick<Click, 'clickedAt' | 'checkedAt'>;

/** A grant after this time is news to the viewer. */
const knownAt = ({ clickedAt, checkedAt }: ClickTimes): number =>
  Math.min(clickedAt, checkedAt ?? clickedAt);

/**
 * Whether a purchase was granted just before the click, or since: a click may wait long for a
 * session. Also whether the page did not know of a grant that still lasts: it may have been frozen,
 * or another tab could not tell it. A grant of the future comes from a clock that was set back.
 */
function isJustGranted(
  { step, changedAt, expiresAt = null }: PurchaseRecord,
  click: ClickTimes,
  now: number,
): boolean {
  const lasts = expiresAt === null || expiresAt > now;
  const isNews = changedAt > click.clickedAt - impatientMs || (changedAt > knownAt(click) && lasts);
  return step === 'granted' && isNews && changedAt < now + impatientMs;
}

/** What a click buys. */
interface Wanted {
  readonly values: PrepareValues;
  readonly names: PurchaseNames;
}

/** A purchase that a click has begun, or joined. `isOurs`: this tab has to prepare it. */
export interface BegunPurchase {
  readonly id: string;
  readonly isOurs: boolean;
}

/**
 * Returns the open purchase of the same intent, or one whose grant the viewer did not know of, or
 * adds a new one.
 * @throws {UsherError} `purchase-in-progress`, `journal-unavailable`.
 */
export async function findOrAdd(
  context: CheckoutContext,
  wanted: Wanted,
  buyer: Buyer,
  click: ClickTimes,
): Promise<BegunPurchase> {
  const { purchases, browser } = context;
  const { values, names } = wanted;
  let id = '';
  let isOurs = false;
  await purchases.change((all) => {
    const now = browser.clock.now();
    const alike = all.filter((record) => isOwnerOf(buyer, record) && isSameIntent(record, wanted));
    const open = alike.filter(isUnsettled);
    const granted = alike.find((record) => isJustGranted(record, click, now));
    const same = chooseSame(open, granted, values);
    if (same?.step === 'unknown') throw inProgress(same);
    const owner = ownerNameOf(buyer, all);
    ensureNoneUnread(context, all, { owner, ...wanted }, same);
    if (same && isSameDeal(same.values, values)) {
      id = same.id;
      isOurs = false;
      const others = awaitsPayment(same) ? open.filter((record) => record !== same) : [];
      const left = abandonAll(context, all, others);
      return changeRecord(left, id, (record) => withGlobalId(record, names));
    }
    // At the click the viewer did not know of the grant.
    if (same?.step === 'granted' && same.changedAt >= knownAt(click)) throw inProgress(same);
    id = randomToken();
    isOurs = true;
    const page = withoutReturn(context.tab.href(), returnMark(context.settings.domain));
    const added = { ...newPurchase(context, id, values, owner), page, names };
    return [...abandonAll(context, all, open), added];
  });
  return { id, isOurs };
}

/**
 * The open purchase that a click joins. If it would have to replace that, a purchase of the same
 * intent that was just granted comes first: the click must not pay for that again.
 */
function chooseSame(
  open: readonly PurchaseRecord[],
  granted: PurchaseRecord | undefined,
  values: PrepareValues,
): PurchaseRecord | undefined {
  const chosen = chooseOpen(open, values);
  const isKept = chosen && (chosen.step === 'unknown' || isSameDeal(chosen.values, values));
  return isKept ? chosen : (granted ?? chosen);
}

/** The purchase with the global ID that a later click has given: it is not sold again by that. */
const withGlobalId = (record: PurchaseRecord, { globalId }: PurchaseNames): PurchaseRecord =>
  globalId === undefined || record.names?.globalId !== undefined
    ? record
    : { ...record, names: { ...record.names, globalId } };

/**
 * Ensures that no return of another purchase of the same intent is unread, because the viewer may
 * have paid that one. `same` is the open purchase of this intent. If it has come back from its
 * provider, it is not paid again, and needs no such check.
 * @throws {UsherError} `purchase-in-progress`.
 */
export function ensureNoneUnread(
  context: CheckoutContext,
  all: readonly PurchaseRecord[],
  wanted: Pick<PurchaseRecord, 'owner'> & Intent,
  same: PurchaseRecord | undefined,
): void {
  const unread = findUnread(context, all, wanted);
  if (!unread || unread === same || (same && !awaitsPayment(same))) return;
  const why = "This may be paid already: the provider's answer is not read yet";
  throw purchaseInProgress(why, unread);
}

/**
 * Chooses the open purchase that a click is about: one of a newer build, one that may be paid, one
 * on the same terms, or the first one. There are several if a page bought a film by both of its IDs
 * before it gave the global ID.
 */
export const chooseOpen = (
  open: readonly PurchaseRecord[],
  values: PrepareValues,
): PurchaseRecord | undefined =>
  open.find((record) => record.step === 'unknown') ??
  open.find((record) => !awaitsPayment(record)) ??
  open.find((record) => isSameDeal(record.values, values)) ??
  open[0];

/**
 * Abandons the other open purchases of an intent, so that only one of them is paid.
 * @throws {UsherError} `purchase-in-progress`: one of them may be paid.
 */
export function abandonAll(
  { leases, browser }: CheckoutContext,
  all: readonly PurchaseRecord[],
  others: readonly PurchaseRecord[],
): readonly PurchaseRecord[] {
  const kept = others.find((other) => !leases.isReplaceable(other));
  if (kept) throw inProgress(kept);
  const now = browser.clock.now();
  return all.map((each) =>
    others.includes(each) ? advance(each, { type: 'abandoned' }, now) : each,
  );
}

function inProgress(same: PurchaseRecord): UsherError {
  const how = same.step === 'unknown' ? 'by a newer build of Usher' : 'on other terms';
  const what = same.step === 'granted' ? 'was bought just now' : 'is being bought already';
  return purchaseInProgress(`This ${what}, ${how}`, same);
}

/** A purchase before its prepare, which this page sends. */
export function newPurchase(
  { leases, browser }: Pick<CheckoutContext, 'leases' | 'browser'>,
  id: string,
  values: PrepareValues,
  owner: string,
): PurchaseRecord {
  const now = browser.clock.now();
  return {
    id,
    step: 'preparing',
    owner,
    values,
    startedAt: now,
    changedAt: now,
    triedAt: now,
    tries: 1,
    lease: leases.create(),
  };
}
