import { purchaseArea } from '../contract/purchase.ts';
import { InputError } from '../errors/input-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import { check } from './check.ts';
import { claim, hold, leaseOf, record } from './context.ts';
import type { Context } from './context.ts';
import { hasAccess } from './has-access.ts';
import { intentOf, isOpen, isSameDeal, isTaken, isUnpaid } from './purchase/purchase-record.ts';
import type { PurchaseRecord, PrepareValues } from './purchase/purchase-record.ts';
import { presentBuyer, sendPrepare } from './prepare.ts';
import type { Clock } from '../browser/clock.ts';
import type { Popup } from '../browser/payment-window.ts';
import { closeWindow, openProvider, providerOf, returnAddress } from './providers/open-provider.ts';
import { identityChanged, ownershipOf } from './purchase/ownership.ts';
import { advance } from './purchase/purchase.ts';
import type { Provider } from './providers/provider.ts';
import { readReturns } from './read-returns.ts';
import { randomToken } from '../browser/random-token.ts';

/** What a page says to buy: fields of `POST /payment/preparetransaction`, these at least. */
export type BuyValues = PrepareValues & {
  readonly operation: string;
  readonly amount: number;
  readonly currency: string;
  readonly provider: string;
};

/**
 * Writes a purchase down, or joins the one that is open, and goes on with it. Resolves once it is
 * durable.
 * @throws {UsherError} `input`, `static-session`, `login-required`, `purchase-in-progress`,
 *   `provider-unavailable`, `journal-unavailable`, `identity-changed`: nothing was sent then.
 */
export async function begin(context: Context, values: BuyValues, popup: Popup): Promise<string> {
  const asked = context.session.$user.get()?.id;
  try {
    const provider = providerFor(context, values, popup);
    await ready(provider);
    const owner = await presentBuyer(context, asked);
    const release = await hold(context);
    const { id, isOurs } = await open(context, { ...values }, owner).catch((error: unknown) => {
      release();
      throw error;
    });
    void (isOurs ? prepare(context, id, popup, release) : join(context, id, popup, release))
      .catch(() => closeWindow(popup))
      .finally(release);
    // While it was written down.
    if (ownershipOf(context, { owner }) === 'other') throw identityChanged();
    return id;
  } catch (error) {
    closeWindow(popup);
    throw error;
  }
}

function providerFor(context: Context, values: BuyValues, popup: Popup): Provider {
  const { selling, page } = context;
  const endpoint = 'checkout.buy';
  check(
    purchaseArea,
    'preparetransaction',
    values,
    ['operation', 'amount', 'currency', 'provider'],
    endpoint,
  );
  const { providers = [] } = selling;
  const provider = providerOf({ selling }, values.provider);
  if (!provider) {
    throw new InputError(
      endpoint,
      'provider',
      values.provider,
      `one of ${providers.map(({ name }) => name).join(', ') || '(the option providers is empty)'}`,
    );
  }
  if (provider.type !== 'in-page' && !returnAddress(page, provider)) {
    throw new InputError(
      endpoint,
      'returnUrl',
      provider.returnUrl,
      'an http(s) address of this origin, without user info',
    );
  }
  // Its storage is not the one that the viewer comes back to.
  if (isLeaving(provider, popup) && page.isForeignFrame()) {
    throw new UsherError(
      'provider-unavailable',
      'A frame of another site cannot send the viewer away: use a popup',
    );
  }
  return provider;
}

/**
 * Whether this page itself goes to the provider. A click that opened no window finds the purchase's
 * window open, or no user logged in.
 */
const isLeaving = ({ type }: Provider, popup: Popup): boolean =>
  type === 'redirect' || (type === 'popup' && popup === null);

async function ready(provider: Provider): Promise<void> {
  try {
    await provider.ready?.();
  } catch (error) {
    throw new UsherError('provider-unavailable', `${provider.name} cannot take payments`, {
      cause: error,
      retryable: true,
    });
  }
}

/** A second click right after the grant is no wish to pay again. */
const impatientMs = 5000;
const isJustGranted = ({ step, changedAt }: PurchaseRecord, now: number): boolean =>
  step === 'granted' && Math.abs(now - changedAt) < impatientMs;

/** The open purchase of the same intent, or a new one. `isOurs`: this tab is to prepare it. */
async function open(
  context: Context,
  values: PrepareValues,
  owner: string,
): Promise<{ id: string; isOurs: boolean }> {
  const {
    journal,
    browser: { clock },
  } = context;
  let id = '';
  let isOurs = false;
  await journal.change((all) => {
    const now = clock.now();
    const lease = leaseOf(context);
    const alike = all.filter(
      (entry) => entry.owner === owner && intentOf(entry.values) === intentOf(values),
    );
    const same =
      alike.find((entry) => entry.step === 'unknown') ??
      alike.find((entry) => isOpen(entry)) ??
      alike.find((entry) => isJustGranted(entry, now));
    if (same?.step === 'unknown') {
      throw new UsherError(
        'purchase-in-progress',
        'The same is being bought, by a newer build of Usher',
        { transactionID: same.transactionID },
      );
    }
    if (same && isSameDeal(same.values, values)) {
      id = same.id;
      isOurs = false;
      return all;
    }
    if (same && isOpen(same) && !isUnpaid(same, context, now)) {
      throw new UsherError('purchase-in-progress', 'The same is being bought on other terms', {
        transactionID: same.transactionID,
      });
    }
    id = randomToken();
    isOurs = true;
    const entry: PurchaseRecord = {
      id,
      step: 'preparing',
      owner,
      values,
      startedAt: now,
      changedAt: now,
      triedAt: now,
      tries: 1,
      lease,
      page: context.page.href(),
    };
    return [
      ...all.map((each) => (each === same ? advance(each, { type: 'dropped' }, now) : each)),
      entry,
    ];
  });
  return { id, isOurs };
}

/**
 * The viewer wants once more what is being bought: what got lost is prepared again, and the
 * provider opened again, unless it is open.
 */
async function join(
  context: Context,
  id: string,
  popup: Popup,
  release: () => void,
): Promise<void> {
  const {
    entries,
    windows,
    browser: { clock },
    inFlight,
  } = context;
  const entry = entries.find((each) => each.id === id)!;
  const known = windows.get(id);
  if (known && !known.closed) {
    closeWindow(popup);
    return known.focus?.();
  }
  if (entry.step === 'preparing' && !isTaken(entry, context, clock.now()) && !inFlight.has(id)) {
    inFlight.add(id); // the next clicks find it so
    let claimed: PurchaseRecord | undefined;
    try {
      // Its answer was lost, so it may have been made: the item says whether the viewer has access
      // already.
      if (await hasAccess(context, entry.values)) await record(context, id, { type: 'dropped' });
      else claimed = await claim(context, id);
    } finally {
      inFlight.delete(id);
      context.schedule();
    }
    if (claimed) return prepare(context, id, popup, release);
  } else if (
    entry.step === 'awaiting-provider' &&
    (windows.has(id) || !hasJustBeenOpened(entry, clock))
  ) {
    release();
    if (popup) context.blank.set(id, popup);
    const unpaid = await readAgain(context, entry);
    return unpaid ? openProvider(context, unpaid, popup) : closeWindow(popup);
  }
  closeWindow(popup);
}

/**
 * A return that no page could read may be the payment: it is read once more first. Gives the
 * purchase if it is still to be paid.
 */
async function readAgain(
  context: Context,
  { id, raw = [] }: PurchaseRecord,
): Promise<PurchaseRecord | undefined> {
  for (const { text } of raw) context.unread.delete(text);
  await readReturns(context);
  const entry = context.entries.find((each) => each.id === id);
  return entry?.step === 'awaiting-provider' ? entry : undefined;
}

/** What another tab opened less long ago was opened by the same wish. */
const justMs = 3000;

/**
 * Whether another tab has just opened the provider: one that this page saw happen, as it was there
 * already.
 */
function hasJustBeenOpened({ leftAt = 0 }: PurchaseRecord, { now, monotonic }: Clock): boolean {
  const ageMs = now() - leftAt;
  return ageMs < justMs && ageMs < monotonic();
}

/**
 * Has the platform make the transaction, and opens the provider. What goes wrong stands in the
 * journal.
 */
async function prepare(
  context: Context,
  id: string,
  popup: Popup,
  release: () => void,
): Promise<void> {
  const { inFlight } = context;
  const find = (): PurchaseRecord | undefined => context.entries.find((each) => each.id === id);
  inFlight.add(id);
  if (popup) context.blank.set(id, popup);
  try {
    await sendPrepare(context, find()!);
  } catch {
    return closeWindow(popup);
  } finally {
    release(); // the payment may take minutes
    inFlight.delete(id);
    context.schedule();
  }
  const prepared = find();
  if (prepared?.step === 'awaiting-provider') await openProvider(context, prepared, popup);
  else closeWindow(popup);
}
