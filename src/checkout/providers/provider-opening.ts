import { nothing } from '../../browser/nothing.ts';
import type { Popup } from '../../browser/payment-window.ts';
import type { Tab } from '../../browser/tab.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { viewerOf } from '../../session/state/viewer.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { CheckoutContext } from '../context.ts';
import { advance } from '../purchase/machine.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { findUnread } from '../return/waiting-returns.ts';
import { webAddress } from './address.ts';
import type { Payment, Provider } from './provider.ts';

/** A purchase whose provider is to be opened. */
export interface ProviderOpening<Kind extends Provider = Provider> {
  readonly context: CheckoutContext;
  readonly record: PurchaseRecord;
  readonly provider: Kind;
  readonly payment: Payment;
  readonly popup: Popup;
}

/**
 * Writes that the provider is opened. `false` when another tab has just opened it, when the
 * purchase has moved on, when an unread return may be its payment, when its viewer has changed, or
 * when the runtime has ended.
 */
export async function recordOpening({
  context,
  record,
  provider,
}: ProviderOpening): Promise<boolean> {
  const { purchases, session, browser } = context;
  const { id, providerOpenedAt } = record;
  // A lost session is being replaced.
  if (!viewerOf(session)) await session.ready().catch(nothing);
  const usesDefaultReader = !('read' in provider && provider.read);
  const mayOpen = (): boolean =>
    !session.context.disposal.aborted && ownershipOf(context, record) === 'own';
  let isOurs = false;
  await purchases.change((all) =>
    changeRecord(all, id, (now) => {
      isOurs =
        mayOpen() &&
        now.providerOpenedAt === providerOpenedAt &&
        now.step === 'awaiting-provider' &&
        !findUnread(context, all, now);
      return isOurs
        ? advance(now, { type: 'provider-opened', usesDefaultReader }, browser.clock.now())
        : now;
    }),
  );
  return isOurs && mayOpen();
}

/** A viewer does not look at an empty window for longer. The function may ask a server. */
const addressMs = 30_000;

/**
 * Returns the provider's address for a payment, at most 30 s later.
 * @throws {TimeoutError} `timeout`; {UsherError} `provider-unavailable` when it is not an http(s)
 *   address.
 */
export async function paymentAddress({
  context: { browser },
  provider,
  payment,
}: ProviderOpening<Extract<Provider, { url: unknown }>>): Promise<string> {
  const find = async (): Promise<string> => provider.url(payment);
  const url = webAddress(await withDeadline(browser.clock, addressMs, [], find));
  if (url) return url.href;
  throw new UsherError(
    'provider-unavailable',
    `${provider.name}: url() must give an http or https address`,
  );
}

/**
 * Refuses to leave a page in a frame of another site, where the storage is not the one of the shop.
 * @throws {UsherError} `provider-unavailable`.
 */
export function refuseForeignFrame({ isForeignFrame }: Pick<Tab, 'isForeignFrame'>): void {
  if (!isForeignFrame()) return;
  throw new UsherError(
    'provider-unavailable',
    'A frame of another site cannot leave for a payment page: use a popup',
  );
}
