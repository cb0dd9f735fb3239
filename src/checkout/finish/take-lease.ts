import type { CheckoutContext } from '../context.ts';
import { advance } from '../purchase/machine.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';

/**
 * Takes the lease of a purchase, with which this tab may send its next request, and writes it
 * first. `undefined` when another tab has it, or when there is nothing to send.
 */
export async function takeLease(
  context: CheckoutContext,
  id: string,
): Promise<PurchaseRecord | undefined> {
  const { purchases, leases, attempts } = context;
  const { clock } = context.browser;
  let leased: PurchaseRecord | undefined;
  await purchases.change((all) =>
    changeRecord(all, id, (record) => {
      leased = undefined;
      if (ownershipOf(context, record) !== 'own' || leases.isTaken(record)) return record;
      // Only the repeats of a finish begin again. An item is checked a few times over all pages.
      const isFirst = attempts.isReset(id) && record.step !== 'verifying';
      const tries = isFirst ? 1 : (record.tries ?? 0) + 1;
      const next = advance(
        record,
        { type: 'lease-taken', lease: leases.create(), tries },
        clock.now(),
      );
      if (next !== record) leased = next;
      return next;
    }),
  );
  attempts.countAgain(id);
  return leased;
}
