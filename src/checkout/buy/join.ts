import type { Clock } from '../../browser/clock.ts';
import type { Popup } from '../../browser/payment-window.ts';
import { checkAccess } from '../check-access.ts';
import type { CheckoutContext } from '../context.ts';
import { proceed } from '../finish/finish.ts';
import { takeLease } from '../finish/take-lease.ts';
import type { PaymentWindow } from '../providers/payment-windows.ts';
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
import { awaitsProvider, prepareForClick, type UnpaidPurchase } from './prepare-for-click.ts';

/**
 * Joins an open purchase that the viewer requests again. A lost transaction is prepared again, and
 * a paid one is sent to the platform now. Returns the purchase if its provider is to be opened.
 * Without one the window of the click is closed.
 */
export async function join(
  context: CheckoutContext,
  id: string,
  click: Click,
): Promise<UnpaidPurchase | undefined> {
  const { purchases, windows, leases, attempts } = context;
  const record = purchases.find(id)!; // the caller has just found it
  const shown = windows.find(id);
  const popup = popupFor(shown, click);
  if (!popup) {
    click.popup.close();
    if (shown?.kind === 'window') shown.focus();
    return undefined;
  }
  // Later clicks find the attempt under way.
  if (record.step === 'preparing' && !leases.isTaken(record) && attempts.begin(id)) {
    return prepareAgain(context, record, click);
  }
  const mayOpen = shown || !hasJustBeenOpened(record, context.browser.clock);
  if (awaitsProvider(record) && !click.isUnread && mayOpen) {
    return findUnpaid(context, record, popup);
  }
  popup.close();
  if (record.step === 'granted') {
    context.recheckAccessEverywhere(); // this page may not know of the grant
  } else if (!awaitsPayment(record)) {
    await proceed(context, id); // the viewer asks for it: the next try is now
  }
  return undefined;
}

/**
 * The window for the provider: that of the click, or the open one of the purchase, if the viewer
 * has gone back in it to the shop, also since the click. `undefined` while the provider is open.
 */
function popupFor(shown: PaymentWindow | undefined, { popup }: Click): Popup | undefined {
  if (!shown || shown.closed) return popup;
  const reused = shown.kind === 'window' ? shown.reuse() : undefined;
  if (!reused) return undefined;
  return popup.kind === 'shown' ? reused : popup;
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
): Promise<UnpaidPurchase | undefined> {
  const { purchases, attempts } = context;
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
  if (leased) return prepareForClick(context, id, click.popup);
  click.popup.close();
  return undefined;
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

/**
 * Returns the purchase if it is still unpaid, and no return of it is left unread. Unread ones are
 * read once more before, because one may be the payment. Without one the window is closed.
 */
async function findUnpaid(
  context: CheckoutContext,
  { id, owner, values, names }: PurchaseRecord,
  popup: Popup,
): Promise<UnpaidPurchase | undefined> {
  const { purchases, windows } = context;
  windows.addBlank(id, popup);
  await readUnreadAgain(context, { owner, values, names });
  const record = purchases.find(id);
  if (awaitsProvider(record) && !findUnread(context, purchases.all(), record)) {
    return { record, popup };
  }
  popup.close();
  return undefined;
}

/** A provider that was opened more recently belongs to the same click, in ms. */
const sameClickMs = 3000;

/**
 * Whether any page, also this one, has opened the provider within 3 s, while this page was already
 * loaded. A time in the future comes from a clock that was set back.
 */
function hasJustBeenOpened(
  { providerOpenedAt = 0 }: PurchaseRecord,
  { now, monotonic }: Clock,
): boolean {
  const ageMs = now() - providerOpenedAt;
  return ageMs > -clockSkewMs && ageMs < sameClickMs && ageMs < monotonic();
}
