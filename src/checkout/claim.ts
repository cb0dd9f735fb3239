import { UsherError } from '../errors/usher-error.ts';
import type { SavedSession } from '../session/saved-session.ts';
import type { Context } from './context.ts';
import { identityChanged, ownerOf, ownershipOf } from './purchase/ownership.ts';
import { leaseMs } from './purchase/purchase-record.ts';
import type { PurchaseRecord } from './purchase/purchase-record.ts';
import { replace } from './purchase/purchase-store.ts';
import { advance } from './purchase/purchase.ts';

/**
 * Claims the right to send the next request of a purchase, and writes the claim first. `undefined`
 * when another tab has it, or when there is nothing to send.
 */
export async function claim(context: Context, id: string): Promise<PurchaseRecord | undefined> {
  const { purchases, leases, attempts } = context;
  const { clock } = context.browser;
  let claimed: PurchaseRecord | undefined;
  await purchases.change((all) =>
    replace(all, id, (entry) => {
      claimed = undefined;
      if (ownershipOf(context, entry) !== 'own' || leases.isTaken(entry)) return entry;
      const tries = attempts.fresh.has(id) ? 1 : (entry.tries ?? 0) + 1;
      const next = advance(entry, { type: 'claimed', lease: leases.create(), tries }, clock.now());
      if (next !== entry) claimed = next;
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

/**
 * Returns the session for a request of a purchase, if it is its owner's.
 * @throws {UsherError} `identity-changed`, before anything is sent.
 */
export const presentFor =
  (context: Context, { owner, lease }: PurchaseRecord) =>
  async (): Promise<SavedSession | undefined> => {
    const session = await context.session.ready();
    if (session && ownerOf(context, session) !== owner) throw identityChanged();
    if (lease && context.browser.clock.now() > lease.expiresAt - leaseMs + latestSendMs) {
      throw new UsherError('aborted', 'The page was frozen');
    }
    return session;
  };
