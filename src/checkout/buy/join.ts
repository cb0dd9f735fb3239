import type { Clock } from '../../browser/clock.ts';
import type { Popup } from '../../browser/payment-window.ts';
import { checkAccess } from '../check-access.ts';
import type { CheckoutContext } from '../context.ts';
import { proceed } from '../finish/finish.ts';
import { takeLease } from '../finish/take-lease.ts';
import { openProvider } from '../providers/open-provider.ts';
import {
  awaitsPayment,
  boughtItem,
  clockSkewMs,
  type PrepareValues,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { readUnreadAgain } from '../return/read-returns.ts';
import { findUnread } from '../return/waiting-returns.ts';
import type { Click } from './buy-values.ts';
import { prepareAndOpen } from './prepare-and-open.ts';

/**
 * Joins an open purchase that the viewer requests again. A lost transaction is prepared again, and
 * the provider is opened again, unless it is open. A paid one is sent to the platform now.
 */
export async function join(
  context: CheckoutContext,
  id: string,
  click: Click,
  release: () => void,
): Promise<void> {
  const { purchases, windows, leases, attempts } = context;
  const { popup, isUnread } = click;
  const record = purchases.find(id)!;
  const shown = windows.find(id);
  const isOpen = shown?.closed === false;
  // The viewer may have gone back to the shop in it, also since the click.
  const reused = isOpen ? shown.reuse?.() : undefined;
  if (isOpen && !reused) {
    popup.close();
    shown.focus?.();
    return;
  }
  // Later clicks find the attempt under way.
  if (record.step === 'preparing' && !leases.isTaken(record) && attempts.begin(id)) {
    return prepareAgain(context, record, click, release);
  }
  const { clock } = context.browser;
  if (
    record.step === 'awaiting-provider' &&
    !isUnread &&
    (shown || !hasJustBeenOpened(record, clock))
  ) {
    release();
    return openAgain(context, record, popup.kind === 'shown' && reused ? reused : popup);
  }
  popup.close();
  // This page may not know of the grant.
  if (record.step === 'granted') return context.recheckAccessEverywhere();
  // The viewer asks for it: the next try is now.
  if (!awaitsPayment(record)) await proceed(context, id);
}

/**
 * Prepares a purchase again whose prepare got no answer. Its transaction may exist: a viewer who
 * has got access to the item since needs no other one, and the purchase is abandoned. The caller
 * has begun the attempt.
 */
async function prepareAgain(
  context: CheckoutContext,
  { id, values }: PurchaseRecord,
  click: Click,
  release: () => void,
): Promise<void> {
  const { purchases, attempts } = context;
  const { popup } = click;
  let leased: PurchaseRecord | undefined;
  try {
    const isDone = !knewAccess(context, values, click) && (await checkAccess(context, values));
    if (isDone) await purchases.apply(id, { type: 'abandoned' });
    else leased = await takeLease(context, id);
  } finally {
    attempts.end(id);
    context.schedule();
  }
  // In the same task, so that no other click begins an attempt in between.
  if (leased) await prepareAndOpen(context, id, popup, release);
  else popup.close();
}

/**
 * Whether the page knew at the click that the viewer has access. The viewer then buys on purpose,
 * for instance for ever during a rental.
 */
function knewAccess(
  { items }: CheckoutContext,
  values: PrepareValues,
  { clickedAt }: Click,
): boolean {
  const item = boughtItem(values);
  const { streamtype } = values;
  if (!item || !streamtype) return false;
  const { access, checkedAt } = items.item({ item, streamtype }).$state.get();
  return access === 'granted' && checkedAt !== null && checkedAt <= clickedAt;
}

/** Opens the provider again, unless a return of the purchase may be its payment. */
async function openAgain(
  context: CheckoutContext,
  record: PurchaseRecord,
  popup: Popup,
): Promise<void> {
  context.windows.addBlank(record.id, popup);
  const unpaid = await readAgain(context, record);
  if (unpaid) await openProvider(context, unpaid, popup);
  else popup.close();
}

/**
 * Reads unread returns once more, because one may be the payment. Returns the purchase if it is
 * still unpaid, and no return is left unread.
 */
async function readAgain(
  context: CheckoutContext,
  record: PurchaseRecord,
): Promise<PurchaseRecord | undefined> {
  await readUnreadAgain(context, record);
  const now = context.purchases.find(record.id);
  const isUnpaid =
    now?.step === 'awaiting-provider' && !findUnread(context, context.purchases.all(), now);
  return isUnpaid ? now : undefined;
}

/** A provider that was opened more recently belongs to the same click, in ms. */
const justMs = 3000;

/**
 * Whether any page, also this one, has opened the provider within 3 s, while this page was already
 * loaded. A time in the future comes from a clock that was set back.
 */
function hasJustBeenOpened(
  { providerOpenedAt = 0 }: PurchaseRecord,
  { now, monotonic }: Clock,
): boolean {
  const ageMs = now() - providerOpenedAt;
  return ageMs > -clockSkewMs && ageMs < justMs && ageMs < monotonic();
}
