import { UsherError } from '../../errors/usher-error.ts';
import type { SavedSession } from '../../session/storage/saved-session.ts';
import { syncFromStorage } from '../../session/storage/sync-from-storage.ts';
import type { Context } from '../context.ts';
import { identityChanged, isOwnersSession, ownershipOf } from '../purchase/ownership.ts';
import { leaseMs, type PurchaseRecord } from '../purchase/purchase-record.ts';
import { replace } from '../purchase/purchase-store.ts';
import { advance } from '../purchase/purchase.ts';

/**
 * Claims the right to send the next request of a purchase, and writes the claim first. `undefined`
 * when another tab has it, or when there is nothing to send.
 */
export async function claim(context: Context, id: string): Promise<PurchaseRecord | undefined> {
  const { purchases, leases, attempts } = context;
  const { clock } = context.browser;
  let claimed: PurchaseRecord | undefined;
  await purchases.change((all) =>
    replace(all, id, (record) => {
      claimed = undefined;
      if (ownershipOf(context, record) !== 'own' || leases.isTaken(record)) return record;
      const tries = attempts.fresh.has(id) ? 1 : (record.tries ?? 0) + 1;
      const next = advance(record, { type: 'claimed', lease: leases.create(), tries }, clock.now());
      if (next !== record) claimed = next;
      return next;
    }),
  );
  attempts.fresh.delete(id);
  return claimed;
}

/**
 * A page that was frozen after it took a lease must not send any more: its request must be complete
 * before the lease ends.
 */
const latestSendMs = 15_000;

/** Options of a request of a purchase. */
type PurchaseRequestOptions = Required<
  Pick<NonNullable<Parameters<Context['request']>[3]>, 'present' | 'beforeSend'>
>;

/**
 * Sends a request of a purchase only in a session of its owner, and only while its lease is young.
 * Both are checked with the session, and again when the bytes leave: a page may be frozen, or
 * another tab may log somebody in, while the call is signed.
 * @throws {UsherError} `identity-changed`, `aborted`, before anything is sent.
 */
export function ownersRequest(context: Context, purchase: PurchaseRecord): PurchaseRequestOptions {
  const refuse = (session: SavedSession | undefined): void => {
    const isOfOther = session
      ? !isOwnersSession(session, purchase)
      : ownershipOf(context, purchase) === 'other';
    if (isOfOther) throw identityChanged();
    const { lease } = purchase;
    if (lease && context.browser.clock.now() > lease.expiresAt - leaseMs + latestSendMs) {
      throw new UsherError('aborted', 'The page was frozen');
    }
  };
  return {
    async present() {
      const session = await context.session.ready();
      refuse(session);
      return session;
    },
    beforeSend() {
      syncFromStorage(context.session.context);
      refuse(context.session.current());
    },
  };
}
